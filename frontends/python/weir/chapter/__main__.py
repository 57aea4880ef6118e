"""python -m weir.chapter [--quick] [--report PATH] [--pictures FOLDER]"""
import argparse
import sys


def main(arguments=None) -> int:
    parser = argparse.ArgumentParser(prog="python -m weir.chapter",
                                     description="The chapter on asynchronous computation, live.")
    parser.add_argument("--quick", action="store_true", help="small sizes: a look at what there is, in seconds")
    parser.add_argument("--report", metavar="PATH", default="weir-chapter.html",
                        help="where the page with the pictures goes (%(default)s); '' for none")
    parser.add_argument("--pictures", metavar="FOLDER", help="a folder for the pictures, each as a file of its own")
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
