/// \file
/// data.hpp - datasets, and loaders that prepare batches ahead of use.
///
/// A loader is a range: one loop over it is an epoch.
///
///     for (auto &batch : loader) train(batch[0], batch["label"]);
///     for (auto &[image, label] : loader.unpack<2>()) train(image, label);
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_DATA_HPP
#define WEIR_DATA_HPP

#include <weir/autograd.hpp>

#include <array>
#include <iterator>

namespace weir {

/// A collection of samples.  Copying it copies the handle.
class Dataset {
public:
    Dataset() noexcept = default;
    Dataset(const Dataset &other) noexcept : handle_(other.handle_) {
        if (handle_ != nullptr) weir_dataset_retain(handle_);
    }
    Dataset(Dataset &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Dataset &operator=(const Dataset &other) noexcept { return *this = Dataset(other); }
    Dataset &operator=(Dataset &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Dataset() { weir_dataset_release(handle_); }

    /// Sample i is row i of each array.
    static Dataset arrays(const std::vector<Array> &fields, Here here = Here()) {
        Dataset data;
        auto list = detail::handles(fields);
        detail::check(weir_dataset_arrays(list.data(), nullptr, static_cast<uint32_t>(list.size()), &data.handle_), here);
        return data;
    }
    /// MNIST or Fashion-MNIST; without a folder, that of the Debian package dataset-fashion-mnist.
    static Dataset mnist(bool train = true, const char *folder = nullptr, Here here = Here()) {
        Dataset data;
        detail::At at(here);
        detail::check(weir_dataset_mnist(runtime(here), folder, train ? WEIR_PART_TRAIN : WEIR_PART_TEST, &data.handle_), here);
        return data;
    }
    static Dataset mnist(const char *folder, Here = Here()) = delete; // the folder is the second parameter
    /// A CSV file of numbers, one sample per line; `target` is the column of the field "y".
    static Dataset csv(const std::string &path, const char *target = nullptr, bool header = true, Here here = Here()) {
        weir_csv_options options;
        weir_csv_options_init(&options);
        options.target = target;
        options.header = header;
        Dataset data;
        detail::At at(here);
        detail::check(weir_dataset_csv(runtime(here), path.c_str(), &options, &data.handle_), here);
        return data;
    }
    /// Images, one folder per class; resized, unless height and width are 0.
    static Dataset folder(const std::string &path, int32_t height = 0, int32_t width = 0, int32_t channels = 3,
                          Here here = Here()) {
        weir_folder_options options;
        weir_folder_options_init(&options);
        options.height = height;
        options.width = width;
        options.channels = channels;
        Dataset data;
        detail::At at(here);
        detail::check(weir_dataset_folder(runtime(here), path.c_str(), &options, &data.handle_), here);
        return data;
    }
    /// Samples made by a function: it gets indices and returns one array per field, with a row for each index.  It issues
    /// work and must not wait.
    static Dataset function(int64_t count, const std::vector<const char *> &fields,
                            std::function<std::vector<Array>(const std::vector<int64_t> &)> fetch, Here here = Here()) {
        struct Fetch {
            size_t fields;
            decltype(fetch) call;
        };
        auto ctx = std::make_unique<Fetch>(Fetch{fields.size(), std::move(fetch)});
        Dataset data;
        detail::check(weir_dataset_function(
                          runtime(here), count, fields.data(), static_cast<uint32_t>(fields.size()),
                          [](void *given, const int64_t *index, int64_t n, weir_array **out) -> weir_status {
                              try {
                                  auto *self = static_cast<Fetch *>(given);
                                  std::vector<Array> made = self->call(std::vector<int64_t>(index, index + n));
                                  if (made.size() != self->fields)
                                      return weir_error_set(WEIR_EINVAL, "Dataset: the function returned another number of "
                                                                         "fields than the dataset has");
                                  for (size_t i = 0; i < made.size(); i++) out[i] = made[i].release();
                                  return WEIR_OK;
                              } catch (...) {
                                  return detail::status_of_exception();
                              }
                          },
                          ctx.get(), [](void *given) { delete static_cast<Fetch *>(given); }, &data.handle_),
                      here);
        (void)ctx.release();
        return data;
    }
    /// The samples at these indices.
    Dataset subset(const std::vector<int64_t> &index, Here here = Here()) const {
        Dataset data;
        detail::check(weir_dataset_subset(handle_, index.data(), static_cast<int64_t>(index.size()), &data.handle_), here);
        return data;
    }
    /// Datasets one after another.
    static Dataset concat(const std::vector<Dataset> &parts, Here here = Here()) {
        std::vector<weir_dataset *> list;
        for (const Dataset &part : parts) list.push_back(part.handle_);
        Dataset data;
        detail::check(weir_dataset_concat(list.data(), static_cast<uint32_t>(list.size()), &data.handle_), here);
        return data;
    }

    weir_dataset *get() const noexcept { return handle_; }
    /// The number of samples.
    int64_t size() const { return weir_dataset_count(handle_); }
    /// The names of the fields.
    std::vector<std::string> fields() const {
        std::vector<std::string> names;
        for (uint32_t i = 0; i < weir_dataset_field_count(handle_); i++) names.emplace_back(weir_dataset_field(handle_, i));
        return names;
    }
    /// The samples at these indices, one array per field.
    std::vector<Array> take(const std::vector<int64_t> &index, Here here = Here()) const {
        std::vector<weir_array *> out(WEIR_FIELDS_MAX);
        auto count = static_cast<uint32_t>(out.size());
        detail::At at(here);
        detail::check(weir_dataset_take(handle_, index.data(), static_cast<int64_t>(index.size()), out.data(), &count), here);
        return detail::adopt(out, count);
    }

private:
    weir_dataset *handle_ = nullptr;
};

/// How a loader makes batches: `Loader(data, {.batch_size = 128, .shuffle = true})`.
struct LoaderOptions {
    int64_t batch_size = 1;         ///< samples per batch
    bool shuffle = false;           ///< another order in each epoch
    uint64_t seed = 0;              ///< seed of the order and of random transforms
    bool drop_last = false;         ///< drop an incomplete last batch
    uint32_t prefetch = 2;          ///< batches issued ahead of the one requested, at most 64
    std::optional<Device> device = None;  ///< copy batches to this device
};

/// A batch: one array per field, by index or by name.
class Batch {
public:
    Batch(std::vector<Array> fields, Dataset data) : fields_(std::move(fields)), data_(std::move(data)) {}
    size_t size() const noexcept { return fields_.size(); }
    const Array &operator[](size_t field) const {
        if (field >= fields_.size())
            detail::refuse("Batch: there is no field " + std::to_string(field) + "; the batch has " +
                               std::to_string(fields_.size()),
                           Here("", 0), WEIR_EINDEX);
        return fields_[field];
    }
    const Array &operator[](int field) const { return (*this)[static_cast<size_t>(field)]; }
    const Array &operator[](const char *name) const {
        std::string names;
        for (size_t i = 0; i < fields_.size(); i++) {
            const char *one = weir_dataset_field(data_.get(), static_cast<uint32_t>(i));
            if (std::strcmp(one, name) == 0) return fields_[i];
            names += std::string(i > 0 ? ", " : "") + one;
        }
        detail::refuse(std::string("Batch: there is no field ") + name + "; the fields are " + names, Here("", 0));
    }
    auto begin() const noexcept { return fields_.begin(); }
    auto end() const noexcept { return fields_.end(); }

private:
    std::vector<Array> fields_;
    Dataset data_;  // has the names
};

/// Iterates over a dataset in batches.
class Loader {
public:
    explicit Loader(const Dataset &data, const LoaderOptions &options = LoaderOptions(), Here here = Here()) : data_(data) {
        weir_loader_options c;
        weir_loader_options_init(&c);
        c.batch_size = options.batch_size;
        c.shuffle = options.shuffle;
        c.seed = options.seed;
        c.drop_last = options.drop_last;
        c.prefetch = options.prefetch;
        c.to_device = options.device.has_value();
        if (options.device) c.device = options.device->number();
        detail::At at(here);
        detail::check(weir_loader_new(data.get(), &c, &handle_), here);
    }
    ~Loader() { weir_loader_free(handle_); }
    Loader(Loader &&other) noexcept
        : data_(std::move(other.data_)), handle_(std::exchange(other.handle_, nullptr)), unfinished_(other.unfinished_) {}
    Loader(const Loader &) = delete;
    Loader &operator=(const Loader &) = delete;

    /// Transform one field of each batch.  The function issues work and must not wait.
    Loader &transform(size_t field, std::function<Array(const Array &)> fn, Here here = Here()) {
        struct Transform {
            size_t field;
            decltype(fn) call;
        };
        auto ctx = std::make_unique<Transform>(Transform{field, std::move(fn)});
        detail::check(weir_loader_call(
                          handle_,
                          [](void *given, weir_array **fields, uint32_t count) -> weir_status {
                              try {
                                  auto *self = static_cast<Transform *>(given);
                                  if (self->field >= count)
                                      return weir_error_set(WEIR_EINDEX, "Loader: the transform has no such field");
                                  Array made = self->call(Array::share(fields[self->field]));
                                  weir_array_release(fields[self->field]);
                                  fields[self->field] = made.release();
                                  return WEIR_OK;
                              } catch (...) {
                                  return detail::status_of_exception();
                              }
                          },
                          ctx.get(), [](void *given) { delete static_cast<Transform *>(given); }),
                      here);
        (void)ctx.release();
        return *this;
    }
    /// The number of batches in an epoch.
    int64_t size() const { return weir_loader_count(handle_); }
    /// The epoch and the batch that come next.
    uint64_t epoch() const { return weir_loader_epoch(handle_); }
    int64_t batch() const { return weir_loader_batch(handle_); }
    /// Start an epoch, without its first `skip` batches, as when a run is resumed.  A loop then has the others.
    void start(uint64_t epoch, int64_t skip = 0, Here here = Here()) {
        detail::At at(here);
        detail::check(weir_loader_start(handle_, epoch, skip), here);
        unfinished_ = false;
    }
    /// The next batch; nothing at the end of an epoch, and the call after that starts the next one.
    std::optional<Batch> next(Here here = Here()) {
        std::vector<weir_array *> out(WEIR_FIELDS_MAX);
        auto count = static_cast<uint32_t>(out.size());
        detail::At at(here);
        detail::check(weir_loader_next(handle_, out.data(), &count), here);
        unfinished_ = count > 0;
        if (count == 0) return None;
        return Batch(detail::adopt(out, count), data_);
    }

    /// The end of an epoch.
    struct End {};

    /// An input iterator over the batches of one epoch.
    class Iterator {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Batch;
        using difference_type = std::ptrdiff_t;
        using pointer = Batch *;
        using reference = Batch &;

        explicit Iterator(Loader *loader) : loader_(loader), batch_(loader->next(Here("", 0))) {}
        Batch &operator*() const { return *batch_; }
        Batch *operator->() const { return &*batch_; }
        Iterator &operator++() {
            batch_ = loader_->next(Here("", 0));
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const Iterator &i, End) { return !i.batch_; }
        friend bool operator!=(const Iterator &i, End) { return i.batch_.has_value(); }

    private:
        Loader *loader_;
        mutable std::optional<Batch> batch_;  // the iterator is constant, what it refers to is not
    };

    /// A new epoch: if the loop before this one was left early, or next() was called, the rest of that epoch is skipped.
    Iterator begin() {
        if (unfinished_ && batch() != 0) start(epoch() + 1);
        return Iterator(this);
    }
    End end() const noexcept { return {}; }

    /// The same range, with batches of N fields for structured bindings.
    template <size_t N>
    class Unpacked {
    public:
        explicit Unpacked(Loader *loader) : loader_(loader) {}
        class Iterator : public Loader::Iterator {
        public:
            using value_type = std::array<Array, N>;
            using pointer = value_type *;
            using reference = value_type;
            explicit Iterator(const Loader::Iterator &from) : Loader::Iterator(from) {}
            std::array<Array, N> operator*() const {
                Batch &batch = Loader::Iterator::operator*();
                if (batch.size() != N)
                    detail::refuse("Loader: a batch has " + std::to_string(batch.size()) + " fields, not " +
                                       std::to_string(N),
                                   Here("", 0));
                std::array<Array, N> fields;
                for (size_t i = 0; i < N; i++) fields[i] = batch[i];
                return fields;
            }
            Iterator &operator++() {
                Loader::Iterator::operator++();
                return *this;
            }
            void operator++(int) { ++*this; }
        };
        Iterator begin() const { return Iterator(loader_->begin()); }
        End end() const noexcept { return {}; }

    private:
        Loader *loader_;
    };
    /// `for (auto [image, label] : loader.unpack<2>())`.
    template <size_t N>
    Unpacked<N> unpack() {
        return Unpacked<N>(this);
    }

private:
    Dataset data_;
    weir_loader *handle_ = nullptr;
    bool unfinished_ = false;  // batches of the epoch have been read, and not its end
};

/// Flip each image of a batch left to right with probability p.
inline Array random_flip(const Input &x, double p = 0.5, bool channels_first = false) {
    weir_array *y = nullptr;
    detail::At at(x.here());
    detail::check(weir_random_flip(x.get(), p, channels_first, &y), x.here());
    return Array::adopt(y);
}
/// Crop each image of a batch at a random place, after padding it with zeros.
inline Array random_crop(const Input &x, int64_t height, int64_t width, int64_t padding = 0, bool channels_first = false) {
    weir_array *y = nullptr;
    detail::At at(x.here());
    detail::check(weir_random_crop(x.get(), height, width, padding, channels_first, &y), x.here());
    return Array::adopt(y);
}
/// Read an image, as UInt8 (height, width, channels); 0 channels: those of the file.
inline Array read_image(const std::string &path, int32_t channels = 0, Here here = Here()) {
    weir_array *y = nullptr;
    detail::At at(here);
    detail::check(weir_image_read(runtime(here), path.c_str(), channels, &y), here);
    return Array::adopt(y);
}

}  // namespace weir

#endif
