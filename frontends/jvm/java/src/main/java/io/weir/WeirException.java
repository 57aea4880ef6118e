// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * An error of the library.  The message names the operation, the values given and the remedy.
 *
 * <p>A wrong argument is refused at the call, which throws.  An operation that fails after its call has returned marks its results, and
 * whoever reads one gets an {@link Async}, with the operator and the source line of the call that issued it.
 */
public class WeirException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String status;
    private final String line;

    WeirException(String status, String message, String line) {
        super(message);
        this.status = status;
        this.line = line;
    }

    /** The status of the C interface, such as {@code EINVAL}. */
    public String status() {
        return status;
    }

    /**
     * The line of the program that issued the operation, such as {@code Train.java:12}, or null if it is not known.
     */
    public String line() {
        return line != null ? line : callingLine();
    }

    /** The line of the program that was executing when this exception was made. */
    private String callingLine() {
        for (StackTraceElement frame : getStackTrace()) {
            String name = frame.getClassName();
            boolean ours = name.matches("(io\\.)?weir\\.[^.]*");
            if (!ours && !name.matches("(java|jdk|sun|scala)\\..*")) return frame.getFileName() + ":" + frame.getLineNumber();
        }
        return null;
    }

    /** An operation failed after its call had returned. */
    public static final class Async extends WeirException {
        private static final long serialVersionUID = 1;

        private final String operation;
        private final String layer;

        Async(String status, String message, String line, String operation, String layer) {
            super(status, message, line);
            this.operation = operation;
            this.layer = layer;
        }

        /** The operator that failed, such as {@code take}. */
        public String operation() {
            return operation;
        }

        /** The part of the network that issued the operation, such as {@code 2.conv}, or null. */
        public String layer() {
            return layer;
        }
    }

    /** An argument is invalid. */
    public static class Argument extends WeirException {
        private static final long serialVersionUID = 1;

        Argument(String status, String message, String line) { super(status, message, line); }
    }

    /** An index is out of range. */
    public static final class Index extends Argument {
        private static final long serialVersionUID = 1;

        Index(String status, String message, String line) { super(status, message, line); }
    }

    /** An axis is out of range for the array. */
    public static final class Axis extends Argument {
        private static final long serialVersionUID = 1;

        Axis(String status, String message, String line) { super(status, message, line); }
    }

    /** An operator does not support a dtype. */
    public static final class DataType extends Argument {
        private static final long serialVersionUID = 1;

        DataType(String status, String message, String line) { super(status, message, line); }
    }

    /** A number does not fit a dtype. */
    public static final class Range extends Argument {
        private static final long serialVersionUID = 1;

        Range(String status, String message, String line) { super(status, message, line); }
    }

    /** There is no such device, or it cannot be used. */
    public static final class NoDevice extends Argument {
        private static final long serialVersionUID = 1;

        NoDevice(String status, String message, String line) { super(status, message, line); }
    }

    /** There is not enough memory. */
    public static final class Memory extends WeirException {
        private static final long serialVersionUID = 1;

        Memory(String status, String message, String line) { super(status, message, line); }
    }

    /** A wait timed out.  The work continues. */
    public static final class Timeout extends WeirException {
        private static final long serialVersionUID = 1;

        Timeout(String status, String message, String line) { super(status, message, line); }
    }

    /** The thread was interrupted while it waited.  Its interrupt status is still set, and the work continues. */
    public static final class Interrupted extends WeirException {
        private static final long serialVersionUID = 1;

        Interrupted(String status, String message, String line) { super(status, message, line); }
    }

    /** Work was cancelled before it started. */
    public static final class Canceled extends WeirException {
        private static final long serialVersionUID = 1;

        Canceled(String status, String message, String line) { super(status, message, line); }
    }

    /** A file cannot be read or written. */
    public static final class File extends WeirException {
        private static final long serialVersionUID = 1;

        File(String status, String message, String line) { super(status, message, line); }
    }

    /** The call is not allowed in this state, such as a wait inside a task. */
    public static final class State extends WeirException {
        private static final long serialVersionUID = 1;

        State(String status, String message, String line) { super(status, message, line); }
    }

    /** Called by the native layer.  An operation is named only if it failed in flight. */
    static WeirException of(int status, String message, String operation, String line, String layer) {
        return switch (status) {
            case -1 -> operation != null ? new Async("EINVAL", message, line, operation, layer) : new Argument("EINVAL", message, line);
            case -2 -> operation != null ? new Async("ENOMEM", message, line, operation, layer) : new Memory("ENOMEM", message, line);
            case -3 -> new Timeout("ETIMEDOUT", message, line);
            case -4 -> new Interrupted("EINTR", message, line);
            default -> operation != null ? new Async(name(status), message, line, operation, layer) : atCall(status, message, line);
        };
    }

    private static WeirException atCall(int status, String message, String line) {
        String name = name(status);
        return switch (name) {
            case "ECANCELED" -> new Canceled(name, message, line);
            case "EINDEX" -> new Index(name, message, line);
            case "EAXIS" -> new Axis(name, message, line);
            case "EDTYPE" -> new DataType(name, message, line);
            case "ERANGE" -> new Range(name, message, line);
            case "EDEVICE" -> new NoDevice(name, message, line);
            case "ESYS", "ENOENT", "EACCES", "EEXIST", "EISDIR", "ENOTDIR" -> new File(name, message, line);
            case "EDEADLK", "ECLOSED", "EFORKED" -> new State(name, message, line);
            default -> new Argument(name, message, line);
        };
    }

    private static String name(int status) {
        return Status.of(status);
    }
}
