"""Command line of the chapter: python -m weir.chapter [--quick] [--report PATH] [--pictures FOLDER]"""
import argparse
import sys


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(prog="python -m weir.chapter",
                                     description="Run the chapter on asynchronous computation as live experiments.")
    parser.add_argument("--quick", action="store_true", help="use small problem sizes: this takes seconds, but the "
                                                             "measured times mean little")
    parser.add_argument("--report", metavar="PATH", default="weir-chapter.html",
                        help="path of the HTML page to write (default: %(default)s), or '' for none")
    parser.add_argument("--pictures", metavar="FOLDER", help="also write each figure to an SVG file in this folder")
    options = parser.parse_args(arguments)
    from weir import chapter
    from weir.chapter import _report

    if options.report:
        _report.can_write(options.report)
    if options.pictures:
        _report.make_folder(options.pictures)
    try:
        sections = chapter.run(options.quick, options.report or None)
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    if options.pictures:
        _report.write_pictures(options.pictures, sections)
    return 0


if __name__ == "__main__":
    sys.exit(main())
