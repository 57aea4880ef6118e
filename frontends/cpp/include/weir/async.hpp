/// \file
/// async.hpp - results without blocking a thread: callbacks, std::future, and co_await in C++20.
///
/// In a coroutine, `co_await x` waits for the values of x and returns x, or throws the failure.  weir::run runs
/// coroutines on the calling thread, which sleeps while all of them wait:
///
///     weir::Task<double> loss_of(weir::Array x) {
///         co_await x;
///         co_return x.item();
///     }
///     double loss = weir::run(loss_of(x));
///
/// A coroutine of another library, which weir::run does not run, continues on a thread of the runtime, where it may
/// issue work but must not wait.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASYNC_HPP
#define WEIR_ASYNC_HPP

#include <weir/autograd.hpp>

#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>

#if defined(__cpp_impl_coroutine) && __has_include(<coroutine>)
#include <coroutine>
#define WEIR_HAS_COROUTINES 1
#endif

namespace weir {

/// Call `fn` with the status on a thread of the runtime when the values are computed or have failed.  It may issue work;
/// it must not wait and must not throw.
inline void on_ready(const Array &a, std::function<void(weir_status)> fn, Here here = Here()) {
    if (!a.defined()) detail::refuse("on_ready: this Array is not defined", here);
    weir_var *v = weir_array_var(a.get());
    if (v == nullptr) return fn(WEIR_OK);  // a number
    using Fn = std::function<void(weir_status)>;
    auto owner = std::make_unique<Fn>(std::move(fn));
    detail::At at(here);
    detail::check(weir_var_on_ready(
                      v,
                      [](weir_status status, void *arg) {
                          std::unique_ptr<Fn> call(static_cast<Fn *>(arg));
                          (*call)(status);
                      },
                      owner.get()),
                  here);
    (void)owner.release();
}

namespace detail {

/// The failure of an array, as an exception, without waiting.
inline std::exception_ptr failure_of(const Array &a, Here here) noexcept {
    try {
        weir_var *v = weir_array_var(a.get());
        weir_status status = v != nullptr ? weir_var_peek(v) : WEIR_OK;
        if (status != WEIR_PENDING) check(status, here);  // pending: written again since
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

}  // namespace detail

/// A future that has the array when its values are computed, or the exception if they have failed.
inline std::future<Array> future(const Array &a, Here here = Here()) {
    auto promise = std::make_shared<std::promise<Array>>();
    std::future<Array> result = promise->get_future();
    on_ready(
        a,
        [promise, a, here](weir_status status) {
            std::exception_ptr failure = status != WEIR_OK ? detail::failure_of(a, here) : nullptr;
            if (failure != nullptr)
                promise->set_exception(failure);
            else
                promise->set_value(a);
        },
        here);
    return result;
}

#ifdef WEIR_HAS_COROUTINES

namespace detail {

/// The coroutines of one weir::run that can continue.  A coroutine that it started may outlive it, and continues then on the thread
/// that has computed the array.
class Loop : public std::enable_shared_from_this<Loop> {
public:
    /// The loop that runs on this thread, or null.
    static Loop *&current() noexcept {
        static thread_local Loop *loop = nullptr;
        return loop;
    }
    void post(std::coroutine_handle<> handle) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (closed_) {
            lock.unlock();
            handle.resume();
            return;
        }
        ready_.push_back(handle);
        changed_.notify_one();
    }
    /// Continue coroutines until `done`.
    template <typename Done>
    void run(Done done) {
        Loop *before = std::exchange(current(), this);
        while (!done()) {
            std::unique_lock<std::mutex> lock(mutex_);
            while (ready_.empty()) changed_.wait(lock);
            std::vector<std::coroutine_handle<>> now = std::exchange(ready_, {});
            lock.unlock();
            for (std::coroutine_handle<> handle : now) handle.resume();
        }
        current() = before;
        std::unique_lock<std::mutex> lock(mutex_);
        closed_ = true;
        std::vector<std::coroutine_handle<>> left = std::exchange(ready_, {});
        lock.unlock();
        for (std::coroutine_handle<> handle : left) handle.resume();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::coroutine_handle<>> ready_;
    bool closed_ = false;  // under the mutex, as is ready_
};

/// What co_await does with an array.
class ArrayAwaiter {
public:
    ArrayAwaiter(Array a, Here here) : array_(std::move(a)), here_(here) {}
    bool await_ready() const { return array_.is_ready(); }
    void await_suspend(std::coroutine_handle<> handle) {
        std::shared_ptr<Loop> loop = Loop::current() != nullptr ? Loop::current()->shared_from_this() : nullptr;
        on_ready(
            array_,
            [handle, loop](weir_status) {
                if (loop != nullptr)
                    loop->post(handle);
                else
                    handle.resume();
            },
            here_);
    }
    Array await_resume() const {
        if (std::exception_ptr failure = failure_of(array_, here_)) std::rethrow_exception(failure);
        return array_;
    }

private:
    Array array_;
    Here here_;
};

template <typename T>
struct TaskState {
    std::optional<T> value;
    void return_value(T result) { value.emplace(std::move(result)); }
    T take() { return std::move(*value); }
};
template <>
struct TaskState<void> {
    void return_void() noexcept {}
    void take() noexcept {}
};

}  // namespace detail

/// `co_await x`.
inline detail::ArrayAwaiter operator co_await(const Array &a) { return {a, Here("", 0)}; }

/// A coroutine that returns T.  It starts when it is awaited or run.
template <typename T = void>
class Task {
public:
    struct promise_type : detail::TaskState<T> {
        std::coroutine_handle<> awaiting;
        std::exception_ptr failure;
        Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> handle) noexcept {
                std::coroutine_handle<> next = handle.promise().awaiting;
                return next ? next : std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void unhandled_exception() { failure = std::current_exception(); }
        T result() {
            if (failure) std::rethrow_exception(failure);
            return this->take();
        }
    };

    Task(Task &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Task &operator=(Task &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Task() {
        if (handle_) handle_.destroy();
    }

    bool await_ready() const noexcept { return handle_.done(); }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) noexcept {
        handle_.promise().awaiting = awaiting;
        return handle_;
    }
    T await_resume() { return handle_.promise().result(); }

    std::coroutine_handle<promise_type> get() const noexcept { return handle_; }

private:
    explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    std::coroutine_handle<promise_type> handle_;
};

/// Run a coroutine on this thread until it returns.
template <typename T>
T run(Task<T> task) {
    auto loop = std::make_shared<detail::Loop>();
    loop->post(task.get());
    loop->run([&] { return task.get().done(); });
    return task.get().promise().result();
}

/// Run several coroutines on this thread, which take turns while they wait.
template <typename T>
std::vector<T> run(std::vector<Task<T>> tasks) {
    auto loop = std::make_shared<detail::Loop>();
    for (Task<T> &task : tasks) loop->post(task.get());
    loop->run([&] { return std::all_of(tasks.begin(), tasks.end(), [](Task<T> &t) { return t.get().done(); }); });
    std::vector<T> results;
    for (Task<T> &task : tasks) results.push_back(task.get().promise().result());
    return results;
}

#endif

}  // namespace weir

#endif
