/// \file
/// index.hpp - x[0], x[Slice(1, 3)], x(All, 0), x[mask], and assignment to them.
///
/// Integers, slices, NewAxis and Ellipsis select a view, which shares the memory of the array: a Selection is an Array.
/// Integer arrays and masks select Elements, which are copied when they are used as an array.  Both can be assigned to,
/// which writes into the array that they were selected from.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_INDEX_HPP
#define WEIR_INDEX_HPP

#include <weir/array.hpp>

#include <iterator>

namespace weir {

/// One part of an index: an integer, a Slice, All, NewAxis or Ellipsis.
class Index {
public:
    template <typename T, std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
    Index(T at, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT: converts
        : kind(WEIR_KEY_INDEX), start(detail::to_i64(at)), here(file, line) {}
    Index(const Slice &part, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT: converts
        : start(detail::or_none(part.start)),
          stop(detail::or_none(part.stop)),
          step(detail::or_none(part.step)),
          here(file, line) {}
    Index(detail::All, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT: converts
        : here(file, line) {}
    Index(detail::NewAxis, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT: converts
        : kind(WEIR_KEY_NEW), here(file, line) {}
    Index(detail::Ellipsis, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT: converts
        : kind(WEIR_KEY_REST), here(file, line) {}

    int64_t kind = WEIR_KEY_SLICE;
    int64_t start = WEIR_NONE, stop = WEIR_NONE, step = WEIR_NONE;
    const Array *array = nullptr;  ///< of an ArrayIndex; the view then has the whole axis
    Here here;
};

/// A part of an index that is an array of integers or bools.
class ArrayIndex : public Index {
public:
    ArrayIndex(const Array &elements, const char *file = __builtin_FILE(), int line = __builtin_LINE())  // NOLINT
        : Index(All, file, line) {
        array = &elements;
    }
};

namespace detail {

/// The parts of an index in the layout of the operator basic_index: kinds, then starts, stops and steps.
class Key {
public:
    Key(const Index *parts, size_t count) : count_(count), numbers_(4 * count) {
        for (size_t i = 0; i < count; i++) {
            numbers_[i] = parts[i].kind;
            numbers_[count + i] = parts[i].start;
            numbers_[2 * count + i] = parts[i].stop;
            numbers_[3 * count + i] = parts[i].step;
        }
    }
    /// Fill the options of basic_index, or the attributes of basic_update, whose fields have the same names.
    template <typename C>
    void fill(C &c) const {
        const int64_t *data = numbers_.data();
        auto count = static_cast<int64_t>(count_);
        c.kinds = weir_i64s_of(data, count);
        c.starts = weir_i64s_of(data + count, count);
        c.stops = weir_i64s_of(data + 2 * count, count);
        c.steps = weir_i64s_of(data + 3 * count, count);
    }
    Array view(const Array &of, Here here) const {
        weir_basic_index_options options = WEIR_BASIC_INDEX_OPTIONS;
        fill(options);
        weir_array *y = nullptr;
        At at(here);
        check(weir_basic_index(of.get(), &options, &y), here);
        return Array::adopt(y);
    }

private:
    size_t count_;
    std::vector<int64_t> numbers_;
};

/// Call an operator that updates `x` in place.
inline void update(const char *op, std::initializer_list<weir_array *> in, const void *attr, size_t attr_size,
                   const Array &x, Here here) {
    At at(here);
    weir_array *out = x.get();
    check(weir_op_call_into(runtime(here), weir_op_find(op), in.begin(), static_cast<uint32_t>(in.size()), attr,
                            attr_size, &out, 1),
          here);
}

}  // namespace detail

/// A view of part of an array.  As a temporary it can be assigned to: `x[0] = values` writes into x.  A named selection
/// is assigned like any Array.
class Selection : public Array {
public:
    Selection(const Array &from, const Index *parts, size_t count)
        : from_(from), key_(parts, count), here_(count > 0 ? parts[0].here : Here("", 0)) {
        Array::operator=(key_.view(from, here_));
    }
    Selection(const Selection &) = default;
    Selection(Selection &&) = default;

    /// Write values, broadcast to the shape of the selection, into the array.
    void operator=(const Input &values) && { write(values); }
    void operator=(const Selection &values) && { write(Input(values, here_.file, here_.line)); }
    void operator=(Selection &&values) && { write(Input(values, here_.file, here_.line)); }
    Selection &operator=(const Array &other) & {
        Array::operator=(other);
        return *this;
    }
    Selection &operator=(const Selection &other) & {
        Array::operator=(static_cast<const Array &>(other));
        return *this;
    }

private:
    /// basic_update records the gradient, unlike a write to the view.
    void write(const Input &values) const {
        weir_basic_update_attr attr{};
        key_.fill(attr);
        detail::update("basic_update", {from_.get(), values.get()}, &attr, sizeof attr, from_, values.here());
    }

    Array from_;
    detail::Key key_;
    Here here_;
};

/// Goes through the rows of an array, its parts along the first axis.
class RowIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Array;
    using difference_type = std::ptrdiff_t;
    using pointer = const Array *;
    using reference = Array;

    RowIterator() = default;
    RowIterator(Array x, int64_t row) : x_(std::move(x)), row_(row) {}
    Array operator*() const { return x_[row_]; }
    RowIterator &operator++() {
        row_++;
        return *this;
    }
    RowIterator operator++(int) { return RowIterator(x_, row_++); }
    bool operator==(const RowIterator &other) const { return row_ == other.row_; }
    bool operator!=(const RowIterator &other) const { return row_ != other.row_; }

private:
    Array x_;
    int64_t row_ = 0;
};

inline RowIterator Array::begin() const { return RowIterator(*this, 0); }
inline RowIterator Array::end() const { return RowIterator(*this, size(0)); }

/// The elements that index arrays or a mask select.  Converts to an Array, which is a copy; for a mask that waits until
/// the mask is known, because the number of elements depends on it.
class Elements {
public:
    Elements(const Array &from, const Index *parts, size_t count) : from_(from), here_(parts[0].here) {
        int64_t axis = 0, used = 0;
        for (size_t i = 0; i < count; i++) used += parts[i].kind == WEIR_KEY_SLICE || parts[i].kind == WEIR_KEY_INDEX;
        for (size_t i = 0; i < count; i++) {
            if (parts[i].array != nullptr) {
                arrays_.push_back(*parts[i].array);
                axes_.push_back(axis);
            }
            axis += parts[i].kind == WEIR_KEY_REST ? from.ndim() - used : parts[i].kind != WEIR_KEY_INDEX;
        }
        for (const Array &a : arrays_) masked_ = masked_ || a.dtype() == DType::Bool;
        if (masked_ && count > 1) detail::refuse("index: a mask must be the only part of an index", here_);
        view_ = count > 1 ? detail::Key(parts, count).view(from, here_) : from;
    }

    /// The elements, as an array of their own.
    Array array() const {
        weir_array *y = nullptr;
        detail::At at(here_);
        if (masked_) {
            detail::check(weir_mask_select(from_.get(), arrays_[0].get(), &y), here_);
            return Array::adopt(y);
        }
        weir_index_options options = WEIR_INDEX_OPTIONS;
        options.axes = weir_i64s_of(axes_.data(), static_cast<int64_t>(axes_.size()));
        Inputs arrays(arrays_);
        detail::check(weir_index(view_.get(), arrays.data(), arrays.size(), &options, &y), here_);
        return Array::adopt(y);
    }
    operator Array() const { return array(); }  // NOLINT: converts

    /// Write values to the elements, without waiting.
    void operator=(const Input &values) const {
        detail::At at(values.here());
        if (masked_)
            return detail::update("mask_put", {from_.get(), arrays_[0].get(), values.get()}, nullptr, 0, from_,
                                  values.here());
        weir_index_put_attr attr{};
        attr.axes = weir_i64s_of(axes_.data(), static_cast<int64_t>(axes_.size()));
        std::vector<weir_array *> in = {view_.get(), values.get()};
        for (const Array &a : arrays_) in.push_back(a.get());
        weir_array *out = view_.get();
        detail::check(weir_op_call_into(runtime(), weir_op_find("index_put"), in.data(), static_cast<uint32_t>(in.size()),
                                        &attr, sizeof attr, &out, 1),
                      values.here());
    }
    void operator=(const Elements &values) const { *this = Input(values, values.here_.file, values.here_.line); }
    Elements(const Elements &) = default;
    friend std::ostream &operator<<(std::ostream &out, const Elements &elements) { return out << elements.array(); }

private:
    Array from_, view_;
    std::vector<Array> arrays_;
    std::vector<int64_t> axes_;
    bool masked_ = false;
    Here here_;
};

inline Selection Array::operator[](const Index &part) const { return Selection(*this, &part, 1); }

inline Selection Array::operator[](std::initializer_list<Index> parts) const {
    return Selection(*this, parts.begin(), parts.size());
}

inline Elements Array::operator[](const ArrayIndex &elements) const { return Elements(*this, &elements, 1); }

inline Selection Array::operator()(const Index &a, const Index &b) const { return (*this)[{a, b}]; }
inline Selection Array::operator()(const Index &a, const Index &b, const Index &c) const { return (*this)[{a, b, c}]; }
inline Selection Array::operator()(const Index &a, const Index &b, const Index &c, const Index &d) const {
    return (*this)[{a, b, c, d}];
}
inline Selection Array::operator()(const Index &a, const Index &b, const Index &c, const Index &d,
                                   const Index &e) const {
    return (*this)[{a, b, c, d, e}];
}

namespace detail {
inline Elements elements(const Array &from, std::initializer_list<Index> parts) {
    return Elements(from, parts.begin(), parts.size());
}
}  // namespace detail

inline Elements Array::operator()(const ArrayIndex &a, const ArrayIndex &b) const { return detail::elements(*this, {a, b}); }
inline Elements Array::operator()(const ArrayIndex &a, const Index &b) const { return detail::elements(*this, {a, b}); }
inline Elements Array::operator()(const Index &a, const ArrayIndex &b) const { return detail::elements(*this, {a, b}); }
inline Elements Array::operator()(const ArrayIndex &a, const ArrayIndex &b, const ArrayIndex &c) const {
    return detail::elements(*this, {a, b, c});
}

inline Input::Input(const Elements &elements, const char *file, int line)
    : handle_(elements.array().release()), owned_(true), here_(file, line) {}

}  // namespace weir

#endif
