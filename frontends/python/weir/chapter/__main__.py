"""python -m weir.chapter [--quick] [--report PATH] [--pictures FOLDER]"""
import argparse
import sys


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(prog="python -m weir.chapter",
                                     description="Run the chapter on asynchronous computation as live experiments.")
    parser.add_argument("--quick", action="store_true", help="use small sizes: takes seconds, but the figures mean "
                                                             "little")
    parser.add_argument("--report", metavar="PATH", default="weir-chapter.html",
                        help="path of the HTML page with the figures (default: %(default)s); '' writes none")
    parser.add_argument("--pictures", metavar="FOLDER", help="folder to which each figure is also written as a file")
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
