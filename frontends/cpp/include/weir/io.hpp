/// \file
/// io.hpp - arrays in safetensors files.
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_IO_HPP
#define WEIR_IO_HPP

#include <weir/autograd.hpp>

#include <map>

namespace weir {

/// Write arrays under their names.  The new file replaces the old one when it is complete.
inline void save(const std::string &path, const std::map<std::string, Array> &arrays, Here here = Here()) {
    std::vector<const char *> names;
    std::vector<weir_array *> list;
    for (const auto &entry : arrays) {
        names.push_back(entry.first.c_str());
        list.push_back(entry.second.get());
    }
    detail::At at(here);
    detail::check(weir_save_safetensors(path.c_str(), names.data(), list.data(), static_cast<uint32_t>(list.size()), nullptr, 0),
                  here);
}

/// Read all arrays of a file.  With `map` their values are read from the file when they are first used.
inline std::map<std::string, Array> load(const std::string &path, bool map = false, Here here = Here()) {
    weir_safetensors *opened = nullptr;
    detail::At at(here);
    detail::check(weir_safetensors_open(path.c_str(), &opened), here);
    std::unique_ptr<weir_safetensors, void (*)(weir_safetensors *)> file(opened, weir_safetensors_close);
    std::map<std::string, Array> arrays;
    for (uint32_t i = 0; i < weir_safetensors_count(opened); i++) {
        weir_safetensors_entry entry{};
        detail::check(weir_safetensors_at(opened, i, &entry), here);
        weir_array *a = nullptr;
        detail::check(weir_safetensors_load(runtime(here), opened, i, map ? WEIR_LOAD_MAP : WEIR_LOAD_COPY, &a), here);
        arrays.emplace(entry.name, Array::adopt(a));
    }
    return arrays;
}

}  // namespace weir

#endif
