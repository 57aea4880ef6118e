/// \file
/// error.hpp - exceptions for the statuses of the library, and the source lines that they carry.
///
/// A call with an invalid argument throws at once.  A failure of queued work is thrown when its value
/// is read, and carries the line of the call that issued the work.
///
/// The line of a call comes from default arguments: __builtin_FILE() and __builtin_LINE() as default
/// arguments are evaluated where the function is called, in C++17 as well.  Operators such as `x + 1`
/// cannot have default arguments; they convert their operands to weir::Input, whose constructor has them.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ERROR_HPP
#define WEIR_ERROR_HPP

#include <weir/weir.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

#if __cplusplus >= 202002L
#include <version>
#endif
#ifdef __cpp_lib_source_location
#include <source_location>
#endif

namespace weir {

/// A place in the source of the program.  As a default argument, `Here here = Here()` is the place of the call.
struct Here {
    const char *file;  ///< the source file, as the compiler was given it
    int line;          ///< the line, from 1

    constexpr explicit Here(const char *source_file = __builtin_FILE(), int source_line = __builtin_LINE()) noexcept
        : file(source_file), line(source_line) {}
#ifdef __cpp_lib_source_location
    /// The same from the standard library's type.
    constexpr Here(const std::source_location &where) noexcept  // NOLINT: converts
        : file(where.file_name()), line(static_cast<int>(where.line())) {}
#endif
};

/// The base of all exceptions of the library.  The derived classes are chosen by the status.
class Error : public std::runtime_error {
public:
    /// What an exception carries besides its text.
    struct Details {
        weir_status status = WEIR_EINVAL;
        std::string operation;
        std::string file;
        int line = 0;
        bool asynchronous = false;
    };

    Error(const std::string &text, std::shared_ptr<const Details> details)
        : std::runtime_error(text), details_(std::move(details)) {}

    /// The status of the C interface, such as WEIR_EINDEX.
    weir_status status() const noexcept { return details_->status; }
    /// The operator or function that failed, such as "softmax".
    const std::string &operation() const noexcept { return details_->operation; }
    /// The source file of the call that issued the operation; empty if it is not known.
    const std::string &file() const noexcept { return details_->file; }
    /// The line of that call; 0 if it is not known.
    int line() const noexcept { return details_->line; }
    /// Whether the operation failed after its call had returned.
    bool asynchronous() const noexcept { return details_->asynchronous; }

private:
    std::shared_ptr<const Details> details_;
};

/// Declares an exception class that differs from its base in nothing but its type.
#define WEIR_EXCEPTION_(name, base, text) \
    /** text */                           \
    class name : public base {            \
    public:                               \
        using base::base;                 \
    }
WEIR_EXCEPTION_(InvalidArgument, Error, An argument is invalid.);
WEIR_EXCEPTION_(OutOfMemory, Error, The memory budget does not suffice.);
WEIR_EXCEPTION_(TimedOut, Error, A wait has timed out.);
WEIR_EXCEPTION_(Interrupted, Error, A wait was ended by weir::interrupt.);
WEIR_EXCEPTION_(Cancelled, Error, The operation was cancelled before it started.);
WEIR_EXCEPTION_(OperationFailed, Error, A queued operation has failed.);
WEIR_EXCEPTION_(WouldDeadlock, Error, A wait inside a task would never end.);
WEIR_EXCEPTION_(RuntimeClosed, Error, The runtime has been closed.);
WEIR_EXCEPTION_(ForkedError, Error, The operation belongs to the parent process.);
WEIR_EXCEPTION_(SystemError, Error, A system call has failed.);
WEIR_EXCEPTION_(DeviceError, Error, There is no such device.);
WEIR_EXCEPTION_(EnvironmentError, Error, A WEIR_ environment variable is invalid.);
WEIR_EXCEPTION_(IndexError, InvalidArgument, An index is out of range.);
WEIR_EXCEPTION_(AxisError, IndexError, An axis is out of range.);
WEIR_EXCEPTION_(DTypeError, InvalidArgument, The dtype is not supported.);
WEIR_EXCEPTION_(RangeError, InvalidArgument, A number does not fit the dtype.);
WEIR_EXCEPTION_(FileNotFound, SystemError, There is no such file or folder.);
WEIR_EXCEPTION_(AccessDenied, SystemError, The operating system has denied access.);
WEIR_EXCEPTION_(FileExists, SystemError, The file exists already.);
WEIR_EXCEPTION_(IsFolder, SystemError, The path is a folder.);
WEIR_EXCEPTION_(NotFolder, SystemError, The path is not a folder.);
#undef WEIR_EXCEPTION_

namespace detail {

/// The site number of a source line.  weir_site_intern searches a table of the process under a lock, so each thread
/// remembers the lines it has used last.
inline uint32_t site_of(Here here) noexcept {
    if (here.line <= 0) return 0;
    struct Entry {
        const char *file;
        int line;
        uint32_t site;
    };
    enum : unsigned { ENTRIES = 256 };
    static thread_local Entry table[ENTRIES];
    auto key = reinterpret_cast<uintptr_t>(here.file) * 31 + static_cast<uintptr_t>(here.line);
    Entry &entry = table[(key ^ key >> 8) % ENTRIES];
    if (entry.file != here.file || entry.line != here.line)
        entry = Entry{here.file, here.line, weir_site_intern(here.file, here.line)};
    return entry.site;
}

/// While it lives, work that this thread issues has this source line.  Setting the line of the thread, in place of
/// registering a front end, leaves a process alone in which another language has one.
class At {
public:
    explicit At(Here here) noexcept : before_(weir_site_set(site_of(here))) {}
    ~At() { weir_site_set(before_); }
    At(const At &) = delete;
    At &operator=(const At &) = delete;

private:
    uint32_t before_;
};

/// Messages begin with the name of an operator or of a C function: "softmax: ...", "weir_array_read: ...".
inline std::string readable(const char *message) {
    for (const char *prefix : {"weir_array_", "weir_"})
        if (std::strncmp(message, prefix, std::strlen(prefix)) == 0) return message + std::strlen(prefix);
    return message;
}

/// Set file and line from the text of a site, "train.cpp:12".
inline bool place(Error::Details &details, uint32_t site) {
    const char *text = weir_site_text(weir_site_line(site));
    const char *colon = text != nullptr ? std::strrchr(text, ':') : nullptr;
    if (colon == nullptr) return false;
    details.file.assign(text, colon);
    details.line = std::atoi(colon + 1);
    return true;
}

/// Throw the exception class of a status.
[[noreturn]] inline void throw_as(const std::string &text, const std::shared_ptr<const Error::Details> &details) {
    switch (details->status) {
    case WEIR_ENOMEM: throw OutOfMemory(text, details);
    case WEIR_ETIMEDOUT: throw TimedOut(text, details);
    case WEIR_EINTR: throw Interrupted(text, details);
    case WEIR_ECANCELED: throw Cancelled(text, details);
    case WEIR_EFAILED: throw OperationFailed(text, details);
    case WEIR_EDEADLK: throw WouldDeadlock(text, details);
    case WEIR_ECLOSED: throw RuntimeClosed(text, details);
    case WEIR_EFORKED: throw ForkedError(text, details);
    case WEIR_ESYS: throw SystemError(text, details);
    case WEIR_EDEVICE: throw DeviceError(text, details);
    case WEIR_EENV: throw EnvironmentError(text, details);
    case WEIR_EINDEX: throw IndexError(text, details);
    case WEIR_EAXIS: throw AxisError(text, details);
    case WEIR_EDTYPE: throw DTypeError(text, details);
    case WEIR_ERANGE: throw RangeError(text, details);
    case WEIR_ENOENT: throw FileNotFound(text, details);
    case WEIR_EACCES: throw AccessDenied(text, details);
    case WEIR_EEXIST: throw FileExists(text, details);
    case WEIR_EISDIR: throw IsFolder(text, details);
    case WEIR_ENOTDIR: throw NotFolder(text, details);
    default: throw InvalidArgument(text, details);
    }
}

/// Throw the failure of the last call on this thread.
[[noreturn, gnu::cold, gnu::noinline]] inline void raise(weir_status status, Here here) {
    weir_failure failure{};
    failure.size = sizeof failure;
    (void)weir_error_get(&failure);
    auto details = std::make_shared<Error::Details>();
    details->status = status;
    // A failure in flight has the name of its operation and a sequence number.
    details->asynchronous = failure.name[0] != '\0';
    std::string text = readable(failure.message);
    details->operation = details->asynchronous ? std::string(failure.name) : text.substr(0, text.find_first_of(": ("));
    if (!place(*details, failure.site) && here.line > 0) {
        details->file = here.file;
        details->line = here.line;
    }
    if (details->asynchronous) {
        weir_runtime *rt = nullptr;
        if (weir_runtime_default(&rt) == WEIR_OK) weir_failure_seen(rt, failure.seq);
    }
    // The message of a failure in flight contains its line.
    if (!details->asynchronous && details->line > 0)
        text = details->file + ":" + std::to_string(details->line) + ": " + text;
    throw_as(text, details);
}

inline void check(weir_status status, Here here = Here()) {
    if (__builtin_expect(status != WEIR_OK, 0)) raise(status, here);
}

/// Throw InvalidArgument with a message of this front end.
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(const std::string &message, Here here,
                                                          weir_status status = WEIR_EINVAL) {
    raise(weir_error_set(status, message.c_str()), here);
}

/// The exception that is being handled, as a status with its message: for functions that C calls.
inline weir_status status_of_exception() noexcept {
    try {
        throw;
    } catch (const Error &error) {
        return weir_error_set(error.status(), error.what());
    } catch (const std::bad_alloc &) {
        return weir_error_set(WEIR_ENOMEM, "not enough memory");
    } catch (const std::exception &error) {
        return weir_error_set(WEIR_EFAILED, error.what());
    } catch (...) {
        return weir_error_set(WEIR_EFAILED, "an exception that is not a std::exception");
    }
}

}  // namespace detail
}  // namespace weir

#endif
