"""test_ecosystem.py - SciPy, scikit-learn and PyTorch take Weir's arrays and agree with what they say of NumPy's.

Both libraries ask an array for its namespace (__array_namespace__) and use what the standard has.  The results must
be Weir's arrays, or Python numbers, with NumPy's values.

SPDX-License-Identifier: Apache-2.0
"""
import os

import pytest

os.environ["SCIPY_ARRAY_API"] = "1"  # read when SciPy is first imported
numpy = pytest.importorskip("numpy", reason="needs NumPy")

import weir  # noqa: E402

rng = numpy.random.default_rng(0)
X, Z, P = rng.normal(size=(20, 4)), rng.normal(size=(7, 4)), rng.uniform(0.1, 0.9, size=20)
F = rng.normal(size=20)
G = F + 0.1 * rng.normal(size=20)
LABELS, GUESSES, CLASSES = rng.integers(0, 2, size=20), rng.integers(0, 2, size=20), rng.integers(0, 3, size=20)
QUATERNIONS = rng.normal(size=(4, 4))


@pytest.fixture(autouse=True)
def in_float64():
    """NumPy's default, so that the two compute in the same precision."""
    with weir.default_dtype("float64"):
        yield


def flat(result):
    if isinstance(result, (tuple, list)):
        return [value for part in result for value in flat(part)]
    return [result]


def agree(call):
    """call(convert) with Weir's arrays and with NumPy's."""
    theirs, ours = flat(call(numpy.asarray)), flat(call(weir.asarray))
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs):
        assert isinstance(one, (weir.Array, int, float)) and not isinstance(one, numpy.generic), type(one)
        numpy.testing.assert_allclose(numpy.asarray(one), numpy.asarray(other), rtol=1e-8, atol=1e-10)


# ---- NumPy -------------------------------------------------------------------------------------------

NUMPY = {
    "isfinite": lambda x: numpy.isfinite(x),
    "add": lambda x: numpy.add(x, 1),
    "exp, out": lambda x: numpy.exp(x, out=numpy.zeros(4)),
    "reduce": lambda x: numpy.multiply.reduce(x),
    "where": lambda x: numpy.where(numpy.isnan(x), 0, x),
    "dot": lambda x: numpy.dot(x, x),
    "dtype": lambda x: numpy.zeros(2, dtype=x.dtype),
    "result_type": lambda x: numpy.zeros(2, dtype=numpy.result_type(x.dtype, numpy.float32)),
}


@pytest.mark.parametrize("name", NUMPY)
def test_numpy_functions_return_numpys(name):
    theirs = numpy.array([1.0, 2.0, numpy.nan, 4.0])
    result, wanted = NUMPY[name](weir.asarray(theirs)), NUMPY[name](theirs)
    assert type(result) is type(wanted) and numpy.asarray(result).dtype == numpy.asarray(wanted).dtype
    numpy.testing.assert_array_equal(result, wanted)


def test_numpy_functions_count_as_waits():
    weir.waits.clear()
    for _ in range(100):  # the product may be ready before NumPy asks
        numpy.isfinite(weir.ones((256, 256)) @ weir.ones((256, 256)))
        if weir.waits():
            return
    raise AssertionError("no wait was counted")


def test_operators_with_numpy_return_ours():
    ours, theirs = weir.asarray([1.0, 2.0]), numpy.array([3.0, 4.0])
    for result in (theirs + ours, ours + theirs, theirs > ours, numpy.float64(2) * ours, theirs @ ours):
        assert isinstance(result, weir.Array)
    theirs[:] = ours
    assert theirs.tolist() == [1, 2]


@pytest.mark.parametrize("name", ["bool", "int8", "uint16", "int64", "float16", "float32", "complex128"])
def test_dtypes_are_numpys_where_it_asks(name):
    assert numpy.dtype(getattr(weir, name)) == numpy.dtype(name)


def test_an_array_is_a_sequence():
    import operator

    x = weir.asarray([1.0, 2.0, 3.0])
    assert operator.indexOf(x.tolist(), 3.0) == 2 and operator.countOf(x, 2.0) == 1
    assert list(reversed(x.tolist())) == [3.0, 2.0, 1.0]


# ---- pandas and Matplotlib ---------------------------------------------------------------------------


def test_pandas():
    pandas = pytest.importorskip("pandas", reason="needs pandas")
    x = weir.asarray([1.0, 2.5, 3.0])
    series = pandas.Series([1.0, 2.0, 3.0])
    for result, wanted in ((series * x, [1, 5, 9]), (x * series, [1, 5, 9]), (series + x, [2, 4.5, 6]), (series >= x, [True, False, True])):
        assert isinstance(result, pandas.Series) and result.tolist() == wanted
    assert not pandas.api.types.is_scalar(x)
    frame = pandas.DataFrame({"a": series, "b": ["u", "v", "w"]})
    frame.loc[:, "a"] = x
    frame["c"] = x
    assert frame["a"].tolist() == frame["c"].tolist() == [1, 2.5, 3]
    whole = pandas.Series([1, 2, 3])
    whole.loc[1:] = weir.asarray([5, 6])
    assert whole.tolist() == [1, 5, 6] and whole.dtype == "int64"
    assert pandas.DataFrame(weir.ones((2, 3))).sum().tolist() == [2, 2, 2]


def test_matplotlib():
    matplotlib = pytest.importorskip("matplotlib", reason="needs Matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    x = weir.asarray([1.0, 2.5, 3.0])
    figure, axes = pyplot.subplots()
    axes.set_xlim(x.min(), x.max())
    assert axes.get_xlim() == (1.0, 3.0)
    line, = axes.plot(x, 2 * x)
    assert line.get_ydata().tolist() == [2, 5, 6]
    axes.hist(x), axes.scatter(x, x, c=x), axes.bar(x, x), axes.fill_between(x, x, 2 * x), axes.errorbar(x, x, yerr=x)
    axes.imshow(weir.ones((4, 4))), axes.axhline(x.mean())
    figure.canvas.draw()
    pyplot.close(figure)


# ---- SciPy -------------------------------------------------------------------------------------------

SCIPY = {
    "special.expit": lambda m, c: m.expit(c(X)),
    "special.logit": lambda m, c: m.logit(c(P)),
    "special.erf": lambda m, c: m.erf(c(X)),
    "special.gammaln": lambda m, c: m.gammaln(c(P)),
    "special.ndtri": lambda m, c: m.ndtri(c(P)),
    "special.xlogy": lambda m, c: m.xlogy(c(P), c(P)),
    "special.betainc": lambda m, c: m.betainc(c(P + 1), c(P + 2), c(P)),
    "special.logsumexp": lambda m, c: m.logsumexp(c(X), axis=1),
    "special.softmax": lambda m, c: m.softmax(c(X), axis=1),
    "special.log_softmax": lambda m, c: m.log_softmax(c(X), axis=1),
    "stats.gmean": lambda m, c: m.gmean(c(P)),
    "stats.skew": lambda m, c: m.skew(c(X)),
    "stats.kurtosis": lambda m, c: m.kurtosis(c(X)),
    "stats.zscore": lambda m, c: m.zscore(c(X)),
    "stats.moment": lambda m, c: m.moment(c(X), 3),
    "stats.entropy": lambda m, c: m.entropy(c(P)),
    "stats.describe": lambda m, c: tuple(m.describe(c(X)))[2:],
    "stats.rankdata": lambda m, c: m.rankdata(c(CLASSES)),
    "stats.mode": lambda m, c: tuple(m.mode(c(CLASSES))),
    "stats.quantile": lambda m, c: m.quantile(c(X), c(numpy.asarray(0.3)), axis=0),
    "stats.pearsonr": lambda m, c: tuple(m.pearsonr(c(F), c(G))),
    "stats.ttest_ind": lambda m, c: tuple(m.ttest_ind(c(X), c(Z))),
    "stats.normaltest": lambda m, c: tuple(m.normaltest(c(X))),
    "stats.bartlett": lambda m, c: tuple(m.bartlett(c(F), c(G))),
    "cluster.vq.whiten": lambda m, c: m.whiten(c(X)),
    "cluster.vq.vq": lambda m, c: m.vq(c(X), c(X[:2])),
    "cluster.vq.kmeans2": lambda m, c: m.kmeans2(c(X), c(X[:2]), minit="matrix"),
    "integrate.trapezoid": lambda m, c: m.trapezoid(c(X), dx=0.1, axis=0),
    "integrate.cumulative_trapezoid": lambda m, c: m.cumulative_trapezoid(c(F), c(numpy.sort(G))),
    "integrate.tanhsinh": lambda m, c: m.tanhsinh(lambda t: t * t, c(numpy.zeros(1)), c(numpy.ones(1))).integral,
    "integrate.cubature": lambda m, c: m.cubature(lambda t: t[:, 0] ** 2, c(numpy.zeros(1)), c(numpy.ones(1))).estimate,
    "signal.detrend": lambda m, c: m.detrend(c(X)),
    "signal.fftconvolve": lambda m, c: m.fftconvolve(c(F), c(G[:3])),
    "signal.lfilter": lambda m, c: m.lfilter(c(numpy.array([1, 0.5])), c(numpy.array([1, 0.2])), c(F)),
    "fft.rfft": lambda m, c: abs(m.rfft(c(F))),
    "ndimage.gaussian_filter": lambda m, c: m.gaussian_filter(c(X), 1.0),
    "optimize.rosen_hess": lambda m, c: m.rosen_hess(c(F)),
    "optimize.elementwise.find_root": lambda m, c: m.find_root(
        lambda t, a: t * t - a, (c(numpy.zeros(3)), c(numpy.full(3, 4.0))), args=(c(numpy.array([1.0, 2.0, 3.0])),)).x,
    "differentiate.jacobian": lambda m, c: m.jacobian(lambda t: t * t, c(F[:3])).df,
    "interpolate.PchipInterpolator": lambda m, c: m.PchipInterpolator(c(numpy.sort(F)), c(G))(c(F)),
    "spatial.transform.Rotation.apply": lambda m, c: m.Rotation.from_quat(c(QUATERNIONS)).apply(c(X[:4, :3])),
    "spatial.transform.Rotation.inv": lambda m, c: (
        m.Rotation.from_quat(c(QUATERNIONS)).inv() * m.Rotation.from_quat(c(QUATERNIONS[::-1].copy()))).as_quat(),
    "spatial.transform.Rotation.as_euler": lambda m, c: m.Rotation.from_quat(c(QUATERNIONS)).as_euler("xyz"),
    "spatial.transform.Rotation.as_rotvec": lambda m, c: m.Rotation.from_quat(c(QUATERNIONS)).as_rotvec(),
}


@pytest.mark.parametrize("name", SCIPY)
def test_scipy(name):
    scipy = pytest.importorskip("scipy", reason="SciPy is not installed")
    if tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17):
        pytest.skip(f"SciPy {scipy.__version__}; its functions take any namespace from 1.17 on")
    path = name.split(".")
    parts = [part for part in path[:-1] if part != "Rotation"]
    module = pytest.importorskip("scipy." + ".".join(parts))
    agree(lambda convert: SCIPY[name](module, convert))


# ---- scikit-learn ------------------------------------------------------------------------------------

SCORES = "accuracy_score f1_score precision_score recall_score zero_one_loss confusion_matrix balanced_accuracy_score " \
         "cohen_kappa_score hamming_loss jaccard_score".split()
ERRORS = "mean_squared_error mean_absolute_error r2_score explained_variance_score max_error median_absolute_error " \
         "root_mean_squared_error mean_absolute_percentage_error mean_pinball_loss".split()
CURVES = "roc_auc_score roc_curve average_precision_score log_loss brier_score_loss".split()
PAIRS = "euclidean_distances cosine_similarity cosine_distances linear_kernel polynomial_kernel rbf_kernel " \
        "laplacian_kernel manhattan_distances pairwise_distances".split()
SCALERS = "StandardScaler MinMaxScaler MaxAbsScaler Normalizer Binarizer PolynomialFeatures".split()


@pytest.fixture
def sklearn():
    package = pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    pytest.importorskip("scipy")
    if tuple(map(int, package.__version__.split(".")[:2])) < (1, 9):
        pytest.skip(f"scikit-learn {package.__version__}; any namespace is taken from 1.9 on")
    with package.config_context(array_api_dispatch=True):
        yield package


@pytest.mark.parametrize("name", SCORES + ERRORS + CURVES)
def test_sklearn_metrics(sklearn, name):
    import sklearn.metrics

    given = {"s": (LABELS, GUESSES), "e": (F, G), "c": (LABELS, P)}[
        "s" if name in SCORES else "e" if name in ERRORS else "c"]
    agree(lambda c: getattr(sklearn.metrics, name)(*map(c, given)))


@pytest.mark.parametrize("name", PAIRS)
def test_sklearn_pairs(sklearn, name):
    import sklearn.metrics.pairwise

    agree(lambda c: getattr(sklearn.metrics.pairwise, name)(c(X), c(Z)))


@pytest.mark.parametrize("name", SCALERS)
def test_sklearn_scalers(sklearn, name):
    import sklearn.preprocessing

    agree(lambda c: getattr(sklearn.preprocessing, name)().fit(c(X)).transform(c(Z)))


def test_sklearn_models(sklearn):
    import sklearn.linear_model
    import sklearn.naive_bayes
    import sklearn.pipeline
    import sklearn.preprocessing

    def pipe(c):
        made = sklearn.pipeline.make_pipeline(sklearn.preprocessing.StandardScaler(), sklearn.naive_bayes.GaussianNB())
        return made.fit(c(X), c(CLASSES)).predict_proba(c(Z))

    agree(pipe)
    agree(lambda c: sklearn.preprocessing.LabelEncoder().fit_transform(c(CLASSES)))


def test_sklearn_decomposes(sklearn):
    import sklearn.decomposition

    if "svd" not in weir._core.ops:
        pytest.skip("svd is not there")
    agree(lambda c: abs(sklearn.decomposition.PCA(2, svd_solver="full").fit(c(X)).components_))


# ---- PyTorch -----------------------------------------------------------------------------------------


def test_torch_shares_memory_both_ways():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    ours = weir.arange(6.0).reshape(2, 3)
    theirs = torch.from_dlpack(ours)
    assert theirs.dtype is torch.float64 and theirs.tolist() == ours.tolist()
    ours += 1
    assert theirs.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    tensor = torch.arange(6, dtype=torch.float32).reshape(2, 3).T
    shared = weir.from_dlpack(tensor)
    assert shared.shape == (3, 2) and shared.tolist() == tensor.tolist()
    tensor[0, 0] = 9
    assert shared[0, 0].item() == 9
    copied = weir.asarray(tensor)
    tensor[0, 0] = 5
    assert copied[0, 0].item() == 9


@pytest.mark.parametrize("name", ["bool", "uint8", "int32", "int64", "float16", "bfloat16", "float32", "complex64"])
def test_torch_dtypes(name):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    ours = weir.asarray([0, 1, 1], dtype=name)
    assert torch.from_dlpack(ours).dtype is getattr(torch, name)
    assert weir.from_dlpack(torch.tensor([0, 1, 1], dtype=getattr(torch, name))).dtype == getattr(weir, name)


# ---- Arguments that libraries give by position, as in NumPy ------------------------------------------


def test_arguments_by_position_are_numpys():
    x = weir.asarray([1.0, 4.0, 9.0])
    assert weir.diff(x, 2).tolist() == [2.0]
    assert weir.diff(x, 1, -1, [0.0]).tolist() == [1.0, 3.0, 5.0]
    assert weir.searchsorted(x, [4.0], "right").tolist() == [2]
    assert x.searchsorted([4.0], "right").tolist() == [2]
    assert weir.clip(x, 2, 5).tolist() == [2.0, 4.0, 5.0]
    assert weir.clip(x, max=5).tolist() == [1.0, 4.0, 5.0]
    assert [i.tolist() for i in weir.where(x > 2)] == [[1, 2]]
