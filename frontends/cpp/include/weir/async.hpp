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
/// weir::interrupt ends the co_awaits of a weir::run that sleeps, with Interrupted.
///
/// A coroutine of another library, which weir::run does not run, continues on a thread of the runtime, where it may
/// issue work but must not wait.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_ASYNC_HPP
#define WEIR_ASYNC_HPP

#include <weir/autograd.hpp>

#include <algorithm>
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

/// What a thread sleeps on in weir::run: a variable whose task is completed by ring().  A wait for a variable ends with
/// weir::interrupt, as all waits do; one for a condition variable would not.
class Bell : public std::enable_shared_from_this<Bell> {
public:
    /// Wait for ring().
    weir_status wait() {
        weir_runtime *rt = nullptr;
        weir_var *v = nullptr;
        weir_status status = weir_runtime_default(&rt);
        if (status == WEIR_OK) status = weir_var_new(rt, nullptr, &v);
        if (status != WEIR_OK) return status;
        static const weir_kind kind = {sizeof(weir_kind), "co_await", start, drop, WEIR_KIND_PURE | WEIR_KIND_HELP, 0};
        auto self = std::make_unique<std::shared_ptr<Bell>>(shared_from_this());
        weir_task task{};
        task.size = sizeof task;
        task.kind = &kind;
        task.arg = self.get();
        task.writes = &v;
        task.write_count = 1;
        status = weir_task_push(rt, &task);
        if (status == WEIR_OK) {
            (void)self.release();  // drop deletes it
            status = weir_var_wait_at(v, -1, "co_await", 0);
        }
        weir_var_release(v);
        return status;
    }
    void ring() {
        std::unique_lock<std::mutex> lock(mutex_);
        rung_ = true;
        weir_completion *completion = std::exchange(completion_, nullptr);
        lock.unlock();
        if (completion != nullptr) weir_completion_done(completion, WEIR_OK, nullptr);
    }

private:
    static weir_status start(weir_context *ctx, void *arg) {
        Bell &bell = **static_cast<std::shared_ptr<Bell> *>(arg);
        std::lock_guard<std::mutex> lock(bell.mutex_);
        if (bell.rung_) return WEIR_OK;
        weir_status status = weir_context_defer(ctx, &bell.completion_);
        return status == WEIR_OK ? WEIR_PENDING : status;
    }
    static void drop(void *arg) { delete static_cast<std::shared_ptr<Bell> *>(arg); }

    std::mutex mutex_;
    bool rung_ = false;                      // under the mutex, as is completion_
    weir_completion *completion_ = nullptr;  // of the task, while it waits for ring()
};

/// A coroutine that waits for an array.
struct Suspended {
    std::coroutine_handle<> handle;
    std::exception_ptr failure = nullptr;  ///< why it continues before the array is computed
    bool resumed = false;
};

/// The coroutines of one weir::run.  A coroutine that it started may outlive it, and continues then on the thread that has
/// computed the array.
class Loop : public std::enable_shared_from_this<Loop> {
public:
    /// The loop that runs on this thread, or null.
    static Loop *&current() noexcept {
        static thread_local Loop *loop = nullptr;
        return loop;
    }
    void post(std::coroutine_handle<> handle) {
        std::lock_guard<std::mutex> lock(mutex_);
        ready_.push_back(handle);
    }
    void add(const std::shared_ptr<Suspended> &one) {
        std::lock_guard<std::mutex> lock(mutex_);
        suspended_.push_back(one);
    }
    void remove(const std::shared_ptr<Suspended> &one) {
        std::lock_guard<std::mutex> lock(mutex_);
        one->resumed = true;
        suspended_.erase(std::remove(suspended_.begin(), suspended_.end(), one), suspended_.end());
    }
    /// The array is computed or has failed.
    void resume(const std::shared_ptr<Suspended> &one) {
        std::unique_lock<std::mutex> lock(mutex_);
        if (std::exchange(one->resumed, true)) return;  // it was interrupted
        suspended_.erase(std::remove(suspended_.begin(), suspended_.end(), one), suspended_.end());
        std::shared_ptr<Bell> bell = bell_;
        if (!closed_) ready_.push_back(one->handle);
        bool closed = closed_;
        lock.unlock();
        if (closed)
            one->handle.resume();
        else if (bell != nullptr)
            bell->ring();
    }
    /// Continue coroutines until `done`.
    template <typename Done>
    void run(Done done) {
        Loop *before = std::exchange(current(), this);
        while (!done()) {
            std::unique_lock<std::mutex> lock(mutex_);
            while (ready_.empty()) sleep(lock);
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
    /// Wait until a coroutine can continue.  If the wait is interrupted, all of them continue with that exception.
    void sleep(std::unique_lock<std::mutex> &lock) {
        std::shared_ptr<Bell> bell = bell_ = std::make_shared<Bell>();
        lock.unlock();
        std::exception_ptr failure;
        try {
            check(bell->wait(), Here("", 0));
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        bell_ = nullptr;
        if (failure == nullptr) return;
        bell->ring();
        for (const std::shared_ptr<Suspended> &one : std::exchange(suspended_, {})) {
            one->resumed = true;
            one->failure = failure;
            ready_.push_back(one->handle);
        }
    }

    std::mutex mutex_;
    // Under the mutex:
    std::vector<std::coroutine_handle<>> ready_;
    std::vector<std::shared_ptr<Suspended>> suspended_;
    std::shared_ptr<Bell> bell_;  // what the thread sleeps on; null: it does not sleep
    bool closed_ = false;
};

/// What co_await does with an array.
class ArrayAwaiter {
public:
    ArrayAwaiter(Array a, Here here) : array_(std::move(a)), here_(here) {}
    bool await_ready() const { return array_.is_ready(); }
    void await_suspend(std::coroutine_handle<> handle) {
        std::shared_ptr<Loop> loop = Loop::current() != nullptr ? Loop::current()->shared_from_this() : nullptr;
        if (loop == nullptr) return on_ready(array_, [handle](weir_status) { handle.resume(); }, here_);
        auto one = suspended_ = std::make_shared<Suspended>(Suspended{handle});
        loop->add(one);
        try {
            on_ready(array_, [one, loop](weir_status) { loop->resume(one); }, here_);
        } catch (...) {
            loop->remove(one);
            throw;
        }
    }
    Array await_resume() const {
        if (suspended_ != nullptr && suspended_->failure != nullptr) std::rethrow_exception(suspended_->failure);
        if (std::exception_ptr failure = failure_of(array_, here_)) std::rethrow_exception(failure);
        return array_;
    }

private:
    Array array_;
    Here here_;
    std::shared_ptr<Suspended> suspended_;
};

template <typename T>
struct TaskState {
    std::optional<T> value;
    void return_value(T result) { value.emplace(std::move(result)); }
    T take() {
        if (!value) refuse("Task: its result was taken before; keep it in a variable", Here("", 0));
        T result = std::move(*value);
        value.reset();
        return result;
    }
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
        bool started = false;
        /// To be called before the coroutine is resumed for the first time.
        void start() {
            if (std::exchange(started, true))
                detail::refuse("Task: it was started before, by another co_await or by run", Here("", 0));
        }
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

    bool await_ready() const { return some().done(); }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) {
        handle_.promise().start();
        handle_.promise().awaiting = awaiting;
        return handle_;
    }
    T await_resume() { return some().promise().result(); }

    std::coroutine_handle<promise_type> get() const noexcept { return handle_; }
    /// The coroutine, which must not have been moved away.
    std::coroutine_handle<promise_type> some() const {
        if (!handle_) detail::refuse("Task: it was moved from", Here("", 0));
        return handle_;
    }

private:
    explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    std::coroutine_handle<promise_type> handle_;
};

/// Run a coroutine on this thread until it returns.
template <typename T>
T run(Task<T> task) {
    auto loop = std::make_shared<detail::Loop>();
    task.some().promise().start();
    loop->post(task.get());
    loop->run([&] { return task.get().done(); });
    return task.get().promise().result();
}

/// Run several coroutines on this thread, which take turns while they wait.
template <typename T>
std::vector<T> run(std::vector<Task<T>> tasks) {
    auto loop = std::make_shared<detail::Loop>();
    for (Task<T> &task : tasks) task.some().promise().start();
    for (Task<T> &task : tasks) loop->post(task.get());
    loop->run([&] { return std::all_of(tasks.begin(), tasks.end(), [](Task<T> &t) { return t.get().done(); }); });
    std::vector<T> results;
    for (Task<T> &task : tasks) results.push_back(task.get().promise().result());
    return results;
}

#endif

}  // namespace weir

#endif
