/// \file
/// runtime.hpp - the runtime of the process: waits, seeds, memory, statistics, and the modes of a thread.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_RUNTIME_HPP
#define WEIR_RUNTIME_HPP

#include <weir/types.hpp>

#include <chrono>
#include <vector>

namespace weir {

/// The default runtime, which the environment configures.  It is created at the first call.
inline weir_runtime *runtime(Here here = Here()) {
    static weir_runtime *const rt = [here] {
        weir_runtime *made = nullptr;
        detail::check(weir_runtime_default(&made), here);
        return made;
    }();
    return rt;
}

// ---- Waiting ----------------------------------------------------------------------------------------

namespace detail {
/// A timeout as the C interface takes it: one that has passed is 0, and one beyond the range of int64_t, or infinite, is none.
template <typename Rep, typename Period>
int64_t nanoseconds(std::chrono::duration<Rep, Period> timeout) {
    double ns = std::chrono::duration<double, std::nano>(timeout).count();
    if (!(ns > 0)) return 0;
    return ns < 0x1p63 ? static_cast<int64_t>(ns) : -1;
}
}  // namespace detail

/// Wait until all work issued so far is done.  Throws the first failure that has not been reported.
inline void wait_all(Here here = Here()) {
    detail::check(weir_waitall_at(runtime(here), -1, "wait_all", detail::site_of(here)), here);
}
/// The same, for at most this long; throws TimedOut.
template <typename Rep, typename Period>
void wait_all_for(std::chrono::duration<Rep, Period> timeout, Here here = Here()) {
    detail::check(weir_waitall_at(runtime(here), detail::nanoseconds(timeout), "wait_all", detail::site_of(here)), here);
}
/// Wait until all work issued so far for a device is done.
inline void synchronize(Device device = Device(), Here here = Here()) {
    detail::At at(here);
    detail::check(weir_synchronize(runtime(here), device.number()), here);
}
/// End all current waits of the process: they throw Interrupted.  The work continues.  A signal handler may call this
/// if the program has called weir::runtime() before.
inline void interrupt() noexcept {
    weir_runtime *rt = nullptr;
    if (weir_runtime_default(&rt) == WEIR_OK) weir_interrupt(rt);
}
/// Cancel the work that has been issued and has not started.  Reading its results throws Cancelled.
inline void cancel_all(Here here = Here()) {
    detail::At at(here);
    detail::check(weir_cancel_all(runtime(here)), here);
}

/// At most `depth` batches in flight: next(), called at the start of each batch, waits for the batch that is `depth`
/// batches older.
class Window {
public:
    explicit Window(uint32_t depth, Here here = Here()) { detail::check(weir_window_new(runtime(here), depth, &window_), here); }
    ~Window() { weir_window_free(window_); }
    Window(const Window &) = delete;
    Window &operator=(const Window &) = delete;
    void next(Here here = Here()) { detail::check(weir_window_next(window_, detail::site_of(here)), here); }

private:
    weir_window *window_ = nullptr;
};

// ---- Random numbers ---------------------------------------------------------------------------------

/// Seed the random numbers of the runtime.
inline void seed(uint64_t value, Here here = Here()) { detail::check(weir_seed(runtime(here), value), here); }
/// The state of the random numbers, for a checkpoint.
inline weir_stream random_state(Here here = Here()) {
    weir_stream state{};
    detail::check(weir_seed_get(runtime(here), &state), here);
    return state;
}
inline void set_random_state(const weir_stream &state, Here here = Here()) {
    detail::check(weir_seed_set(runtime(here), &state), here);
}

// ---- Memory and statistics --------------------------------------------------------------------------

/// Memory in use, cached, and its peak, in bytes.
inline weir_memory memory(Device device = Device::cpu(), Here here = Here()) {
    weir_memory memory{};
    memory.size = sizeof memory;
    detail::check(weir_memory_of(runtime(here), device.number(), &memory), here);
    return memory;
}
/// Limit the memory of a device; 0: its default.
inline void set_memory_budget(uint64_t bytes, Device device = Device::cpu(), Here here = Here()) {
    detail::check(weir_memory_budget_set(runtime(here), device.number(), bytes), here);
}
/// Return free memory to the system.
inline void trim_memory(Here here = Here()) { detail::check(weir_memory_trim(runtime(here)), here); }
/// Tasks, queue, waits and failures, as numbers.
inline weir_stats stats(Here here = Here()) {
    weir_stats stats{};
    stats.size = sizeof stats;
    detail::check(weir_stats_get(runtime(here), &stats), here);
    return stats;
}
/// The devices that work can be issued for.
inline std::vector<Device> devices(Here here = Here()) {
    std::vector<int32_t> numbers(weir_devices(runtime(here), nullptr, 0));
    (void)weir_devices(runtime(here), numbers.data(), numbers.size());
    std::vector<Device> list;
    for (int32_t number : numbers) list.push_back(Device::of(number));
    return list;
}
/// Run each operation inside its call (Serial), so that a debugger stops where the failure is, or queue it (Threaded).
enum class Engine : int32_t { Threaded = WEIR_THREADED, Serial = WEIR_SERIAL };
inline void set_engine(Engine engine, Here here = Here()) {
    detail::check(weir_runtime_set_engine(runtime(here), static_cast<weir_engine>(engine)), here);
}
/// Record tasks and waits.
inline void start_trace(uint64_t events_max = 0, Here here = Here()) {
    detail::check(weir_trace_start(runtime(here), events_max), here);
}
/// Stop recording and write a file for chrome://tracing or Perfetto.
inline void stop_trace(const std::string &path, Here here = Here()) {
    detail::check(weir_trace_stop(runtime(here), path.c_str()), here);
}

// ---- Modes of a thread, until the end of a block of code -----------------------------------------------

/// Record operations for gradients: `{ Recording recording; y = net(x); }`.
class Recording {
public:
    explicit Recording(bool on = true) noexcept : before_(weir_recording_set(on)) {}
    ~Recording() { weir_recording_set(before_); }
    Recording(const Recording &) = delete;
    Recording &operator=(const Recording &) = delete;

private:
    int before_;
};

/// Do not record, inside a block of code that is recorded.
class Pause : public Recording {
public:
    Pause() noexcept : Recording(false) {}
};

/// Training mode, which dropout and batch normalisation depend on.
class Training {
public:
    explicit Training(bool on = true) noexcept : before_(weir_training_set(on)) {}
    ~Training() { weir_training_set(before_); }
    Training(const Training &) = delete;
    Training &operator=(const Training &) = delete;

private:
    int before_;
};

/// Create arrays on this device.
class DefaultDevice {
public:
    explicit DefaultDevice(Device device, Here here = Here()) : before_(weir_default_device_set(device.number())) {
        if (before_ < 0) detail::refuse("DefaultDevice: there is no device " + device.name(), here, WEIR_EDEVICE);
    }
    ~DefaultDevice() { weir_default_device_set(before_); }
    DefaultDevice(const DefaultDevice &) = delete;
    DefaultDevice &operator=(const DefaultDevice &) = delete;

private:
    int32_t before_;
};

/// Create float arrays with this dtype.
class DefaultDType {
public:
    explicit DefaultDType(DType dtype, Here here = Here())
        : before_(weir_default_dtype_set(static_cast<weir_dtype>(dtype))) {
        if (before_ == WEIR_DTYPE_DEFAULT)
            detail::refuse(std::string("DefaultDType: ") + name(dtype) + " is not a float dtype", here, WEIR_EDTYPE);
    }
    ~DefaultDType() { weir_default_dtype_set(before_); }
    DefaultDType(const DefaultDType &) = delete;
    DefaultDType &operator=(const DefaultDType &) = delete;

private:
    weir_dtype before_;
};

/// Compute products in Float16 or BFloat16 and sums in Float32.
class Autocast {
public:
    explicit Autocast(DType dtype, Device device = Device(), Here here = Here()) {
        detail::check(weir_autocast_begin(static_cast<weir_dtype>(dtype), device.number(), &region_), here);
    }
    ~Autocast() { weir_autocast_end(region_); }
    Autocast(const Autocast &) = delete;
    Autocast &operator=(const Autocast &) = delete;

private:
    weir_autocast_region *region_ = nullptr;
};

}  // namespace weir

#endif
