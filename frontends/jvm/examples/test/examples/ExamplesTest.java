// SPDX-License-Identifier: Apache-2.0
package examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples run, and the README shows them as they are. */
class ExamplesTest {
    private static final Path RECORDED = Path.of(System.getProperty("weir.recorded"));
    private static final Path SOURCES = Path.of(System.getProperty("weir.sources"));

    private interface Program {
        void run() throws Exception;
    }

    private static String output(Program program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setOut(new PrintStream(text, true));
        try {
            scala.Console.withOut(text, () -> {
                try {
                    program.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                return null;
            });
        } finally {
            System.setOut(before);
        }
        return text.toString();
    }

    /** A program with the arguments of the recorded training, which writes the recorded bytes. */
    private static void sameBytes(String name, java.util.function.Consumer<String[]> main) throws Exception {
        Path file = Path.of(System.getProperty("weir.made"), name);
        List<String> args = new ArrayList<>(List.of("100", file.toString()));
        String third = Files.readString(RECORDED.resolve("lenet.args")).strip();
        if (!third.isEmpty()) args.add(third);
        main.accept(args.toArray(new String[0]));
        assertEquals(-1, Files.mismatch(RECORDED.resolve("lenet.safetensors"), file));
    }

    @Test
    void leNetInJavaHasTheBytesOfC() throws Exception {
        sameBytes("java.safetensors", LeNet::main);
    }

    @Test
    void leNetInScalaHasTheBytesOfC() throws Exception {
        sameBytes("scala.safetensors", trainLeNet::main);
    }

    @Test
    void theChapterInScala() throws Exception {
        chapter(output(() -> chapter.main(new String[] {"quick"})));
    }

    @Test
    void theChapterInJava() throws Exception {
        chapter(output(() -> Experiments.main(new String[] {"quick"})));
    }

    private static void chapter(String text) {
        for (String part : new String[] {"Queueing", "Barriers", "Blockers", "Synchronous against asynchronous", "Memory", "never wait"})
            assertTrue(text.contains(part), text);
    }

    /** Check what a quick start printed; the error has the line of the call in the source file. */
    private static void quickStart(String text, String file) throws Exception {
        List<String> lines = Files.readAllLines(SOURCES.resolve("examples").resolve(file));
        int line = 1;
        while (!lines.get(line - 1).contains(".take(") || !lines.get(line - 1).contains("await")) line++;
        assertTrue(text.startsWith("[[19., 22.],\n [43., 50.]]\nloss "), text);
        assertTrue(text.contains("take at " + Path.of(file).getFileName() + ":" + line), text);
    }

    @Test
    void quickStartInJava() throws Exception {
        quickStart(output(() -> QuickStart.main(new String[0])), "java/examples/QuickStart.java");
    }

    @Test
    void quickStartInScala() throws Exception {
        quickStart(output(() -> quickStartInScala.main(new String[0])), "scala/examples/quickStart.scala");
    }

    @Test
    void theReadmeShowsTheQuickStarts() throws Exception {
        shows("README.md", "java/examples/QuickStart.java", "        NDArray a", "    }\n}");
        shows("README.md", "scala/examples/quickStart.scala", "  val a", null);
    }

    /** What the repository's README shows in every language gives the result that it says. */
    @Test
    void theProgramOfAllLanguages() throws Exception {
        assertEquals("loss 0.003286", output(() -> Fit.main(new String[0])).strip());
        assertEquals("loss 0.003286", output(() -> fitInScala.main(new String[0])).strip());
        shows("../../README.md", "java/examples/Fit.java", "        Weir.seed", "    }\n}");
        shows("../../README.md", "scala/examples/fit.scala", "  Weir.seed", null);
    }

    /** A page shows the code of a file between two texts. */
    private static void shows(String page, String file, String first, String last) throws Exception {
        String readme = Files.readString(SOURCES.resolve(page)), code = Files.readString(SOURCES.resolve("examples").resolve(file));
        int from = code.indexOf(first), to = last == null ? code.length() : code.lastIndexOf(last);
        assertTrue(readme.contains(code.substring(from, to).stripTrailing().stripIndent()), file + " differs from " + page);
    }
}
