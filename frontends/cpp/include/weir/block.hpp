/// \file
/// block.hpp - networks: Block, Sequential, functions as blocks, parameters, saving and loading.
///
/// The layers and losses themselves are in nn.hpp.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_BLOCK_HPP
#define WEIR_BLOCK_HPP

#include <weir/autograd.hpp>

#include <map>

namespace weir::nn {

/// A layer, a loss, or a composition of them.  Copying it copies the handle: both refer to the same parameters.
class Block {
public:
    Block() noexcept = default;
    /// Parse a network: Block::parse("Linear(4, 8), ReLU, Linear(8, 1)").
    static Block parse(const std::string &text, Here here = Here()) {
        Block block;
        detail::At at(here);
        detail::check(weir_block_parse(runtime(here), text.c_str(), &block.handle_), here);
        return block;
    }
    /// A block from a handle of the C interface, whose reference passes to the block.
    static Block adopt(weir_block *handle) noexcept {
        Block block;
        block.handle_ = handle;
        return block;
    }
    Block(const Block &other) noexcept : handle_(other.handle_) {
        if (handle_ != nullptr) weir_block_retain(handle_);
    }
    Block(Block &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Block &operator=(const Block &other) noexcept { return *this = Block(other); }
    Block &operator=(Block &&other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Block() { weir_block_release(handle_); }

    weir_block *get() const noexcept { return handle_; }
    bool defined() const noexcept { return handle_ != nullptr; }

    // ---- Computing ----------------------------------------------------------------------------------

    /// The first output of the block: `net(x)`, `loss(score, target)`.
    Array operator()(const Input &x) const {
        weir_array *in[] = {x.get()};
        return first(in, 1, x.here());
    }
    Array operator()(const Input &x, const Input &y) const {
        weir_array *in[] = {x.get(), y.get()};
        return first(in, 2, x.here());
    }
    Array operator()(const Input &x, const Input &y, const Input &z) const {
        weir_array *in[] = {x.get(), y.get(), z.get()};
        return first(in, 3, x.here());
    }
    /// All outputs of the block.
    std::vector<Array> forward(const Inputs &inputs) const { return all(inputs.data(), inputs.size(), inputs.here()); }
    /// Compute matrix products in this dtype; DType::Default: no cast.
    const Block &compute_in(DType dtype, Here here = Here()) const {
        detail::check(weir_block_set_compute(some(here), static_cast<weir_dtype>(dtype)), here);
        return *this;
    }

    // ---- Children and parameters --------------------------------------------------------------------

    /// Add a child with a name, or with its index as name.
    const Block &add(const Block &child, Here here = Here()) const { return add(nullptr, child, here); }
    const Block &add(const char *name, const Block &child, Here here = Here()) const {
        detail::check(weir_block_add(some(here), name, child.some(here)), here);
        return *this;
    }
    /// The number of children.
    size_t size() const { return weir_block_child_count(some()); }
    /// The index-th child.
    Block operator[](size_t index) const {
        weir_block *child = weir_block_child_at(some(), static_cast<uint32_t>(index), nullptr);
        if (child == nullptr) detail::refuse("Block: there is no child " + std::to_string(index), Here("", 0), WEIR_EINDEX);
        return adopt(weir_block_retain(child));
    }
    /// The descendant with this name, such as "layer1.conv".
    Block child(const std::string &name, Here here = Here()) const {
        weir_block *found = weir_block_child(some(here), name.c_str());
        if (found == nullptr) detail::raise(WEIR_EINVAL, here);
        return adopt(weir_block_retain(found));
    }
    /// Each parameter once, for an optimiser.  Throws if a parameter has no shape yet.
    std::vector<Array> parameters(Here here = Here()) const {
        uint32_t count = 0;
        detail::check(weir_block_parameters(some(here), nullptr, &count), here);
        std::vector<weir_array *> list(count);
        detail::check(weir_block_parameters(handle_, list.data(), &count), here);
        return detail::shared(list.data(), count);
    }
    /// Names of all parameters and buffers with their arrays, in the order of PyTorch's state_dict.
    std::vector<std::pair<std::string, Array>> state() const {
        std::vector<weir_block_entry> entries(weir_block_entries(some(), nullptr, 0));
        (void)weir_block_entries(handle_, entries.data(), entries.size());
        std::vector<std::pair<std::string, Array>> list;
        for (const weir_block_entry &entry : entries) list.emplace_back(entry.name, Array::share(entry.array));
        return list;
    }
    /// The number of elements in all parameters.
    int64_t parameter_elements() const { return weir_block_parameter_elements(some()); }
    /// The parameter or buffer with this name, such as "0.weight".
    Array parameter(const std::string &name, Here here = Here()) const {
        weir_array *a = nullptr;
        detail::check(weir_block_get(some(here), name.c_str(), &a), here);
        return Array::share(a);
    }
    /// Copy values into a parameter or buffer.
    void set_parameter(const std::string &name, const Input &values) const {
        detail::At at(values.here());
        detail::check(weir_block_set(some(values.here()), name.c_str(), values.get()), values.here());
    }
    /// Make `name` another name for the parameter `other`.
    void tie(const std::string &name, const std::string &other, Here here = Here()) const {
        detail::check(weir_block_tie(some(here), name.c_str(), other.c_str()), here);
    }
    /// Set every parameter and buffer to its initial values, which depend only on the seed.
    void initialise(uint64_t seed, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_initialise(some(here), seed, nullptr), here);
    }
    /// Train the parameters, or freeze them (WEIR_GRAD_NULL).
    void set_grad(weir_grad_mode mode, Here here = Here()) const {
        detail::check(weir_block_set_grad(some(here), mode), here);
    }
    void zero_grad() const { weir_block_zero_grad(some()); }
    /// Cast the parameters to another float dtype.
    const Block &cast(DType dtype, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_cast(some(here), static_cast<weir_dtype>(dtype)), here);
        return *this;
    }
    /// Move the parameters to a device.
    const Block &to(Device device, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_to_device(some(here), device.number()), here);
        return *this;
    }
    Device device() const { return Device::of(weir_block_device(some())); }
    /// After a failure: restore the last good values of all parameters, and wait for that.
    void clear(Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_clear(some(here)), here);
    }

    // ---- Files and text -----------------------------------------------------------------------------

    /// Write parameters and buffers to a safetensors file, which every front end and PyTorch can read.
    void save(const std::string &path, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_save(some(here), path.c_str()), here);
    }
    /// Read parameters and buffers; with `matching`, names that only the file or only the block has are skipped.
    void load(const std::string &path, bool matching = false, Here here = Here()) const {
        detail::At at(here);
        detail::check(weir_block_load(some(here), path.c_str(), matching ? WEIR_BLOCK_LOAD_MATCHING : WEIR_BLOCK_LOAD_ALL),
                      here);
    }
    /// The block as text, which parse() accepts.
    std::string text() const {
        std::string text(weir_block_text(some(), nullptr, 0), '\0');
        (void)weir_block_text(handle_, &text[0], text.size() + 1);
        return text;
    }
    /// A table of blocks, output shapes and numbers of parameters for this input.
    std::string summary(const Input &x) const {
        weir_array *in = x.get();
        size_t needed = 0;
        detail::At at(x.here());
        detail::check(weir_block_summary(some(x.here()), &in, 1, nullptr, 0, &needed), x.here());
        std::string text(needed, '\0');
        detail::check(weir_block_summary(handle_, &in, 1, &text[0], needed + 1, nullptr), x.here());
        return text;
    }
    friend std::ostream &operator<<(std::ostream &out, const Block &block) {
        return out << (block.defined() ? block.text() : "(no block)");
    }

protected:
    weir_block *some(Here here = Here("", 0)) const {
        if (handle_ == nullptr) detail::refuse("Block: this Block is not defined", here);
        return handle_;
    }
    static const weir_block_kind *kind(const char *name, Here here) {
        const weir_block_kind *found = weir_block_kind_find(name);
        if (found == nullptr) detail::raise(WEIR_EINVAL, here);
        return found;
    }
    /// The default attributes of a kind, in the layout of the C interface.
    template <typename C>
    static C defaults(const char *name, Here here) {
        C c{};
        detail::check(weir_block_attr_init(kind(name, here), &c, sizeof c), here);
        return c;
    }
    void make(const char *name, const void *attr, size_t attr_size, Here here) {
        detail::At at(here);
        detail::check(weir_block_new(runtime(here), kind(name, here), attr, attr_size, &handle_), here);
    }

private:
    std::vector<Array> all(weir_array *const *in, uint32_t count, Here here) const {
        std::vector<weir_array *> out(WEIR_OUT_MAX);
        auto out_count = static_cast<uint32_t>(out.size());
        detail::At at(here);
        detail::check(weir_block_forward(some(here), in, count, out.data(), &out_count), here);
        return detail::adopt(out, out_count);
    }
    Array first(weir_array *const *in, uint32_t count, Here here) const {
        std::vector<Array> results = all(in, count, here);
        return results.empty() ? Array() : std::move(results[0]);
    }

    weir_block *handle_ = nullptr;
};

/// Blocks in a row: the output of each is the input of the next.
///
///     nn::Sequential net{nn::Linear(784, 128), nn::ReLU(), nn::Linear(128, 10)};
///
/// In braces, because C++ then creates the blocks from left to right.  In parentheses the order would depend on the
/// compiler, and so would the random numbers that each block gets.
class Sequential : public Block {
public:
    explicit Sequential(Here here = Here()) { make("Sequential", nullptr, 0, here); }
    Sequential(std::initializer_list<Block> blocks, Here here = Here()) : Sequential(here) {
        for (const Block &block : blocks) add(block, here);
    }
    explicit Sequential(const std::vector<Block> &blocks, Here here = Here()) : Sequential(here) {
        for (const Block &block : blocks) add(block, here);
    }
};

/// A block that computes a function of its inputs.  It may have children, added by add(), which it captures.
class Function : public Block {
public:
    /// A function of any number of arrays.
    Function(const char *name, detail::Part forward, Here here = Here()) {
        weir_block *made = nullptr;
        detail::check(weir_block_function(runtime(here), name, detail::call_part, new detail::Part(std::move(forward)),
                                          detail::free_part, &made),
                      here);
        static_cast<Block &>(*this) = adopt(made);
    }
    /// A function of one array.
    template <typename F, typename = std::enable_if_t<std::is_invocable_r_v<Array, F, const Array &>>>
    static Function of_one(const char *name, F forward, Here here = Here()) {
        return Function(
            name,
            [forward](const std::vector<Array> &in) -> std::vector<Array> {
                return {forward(in.empty() ? Array() : in[0])};
            },
            here);
    }
};

}  // namespace weir::nn

namespace weir {
using nn::Block;
}

#endif
