"""Every example of the pages in docs/python and docs/guide and of the README does what it says."""
import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = [ROOT / "docs" / name for name in ("guide", "python")]
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted(folder.glob("*.md")))]
FENCE = re.compile(r"^```python\n(.*?)^```", re.S | re.M)


def page_id(page):
    return page.name


@pytest.mark.cpu  # pages name the CPU and list operations, without copies to the host
@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_page(page):
    text = page.read_text()
    blocks = [b for b in FENCE.findall(text) if ">>>" in b]
    if "import numpy" in text:
        pytest.importorskip("numpy")
    if not blocks:
        pytest.skip("a page without examples")
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    told = []
    result = doctest.DocTestRunner(optionflags=flags).run(example, out=told.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(told)
