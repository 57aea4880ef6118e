/* init.c - the entry points of the package, and its start.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirr.h"

#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

SEXP r_modes(SEXP recording, SEXP training);
SEXP r_attach_grad(SEXP array, SEXP mode);
SEXP r_grad(SEXP array);
SEXP r_grad_set(SEXP array, SEXP grad);
SEXP r_requires_grad(SEXP array);
SEXP r_detach(SEXP array);
SEXP r_backward(SEXP heads, SEXP grads, SEXP flags);
SEXP r_gradients(SEXP heads, SEXP grads, SEXP inputs, SEXP flags);
SEXP r_clip_grad_norm(SEXP params, SEXP max_norm);
SEXP r_clip_grad_value(SEXP params, SEXP limit);
SEXP r_default_dtype(SEXP dtype);
SEXP r_default_device(SEXP device);
SEXP r_autocast(SEXP dtype);
SEXP r_block_parse(SEXP text);
SEXP r_block_new(SEXP kind, SEXP attrs);
SEXP r_block_function(SEXP name, SEXP function);
SEXP r_block_call(SEXP block, SEXP inputs);
SEXP r_block_add(SEXP parent, SEXP name, SEXP child);
SEXP r_block_entries(SEXP block);
SEXP r_block_parameters(SEXP block);
SEXP r_block_children(SEXP block);
SEXP r_block_kind(SEXP block);
SEXP r_block_attrs(SEXP block);
SEXP r_block_set(SEXP block, SEXP name, SEXP values);
SEXP r_block_text(SEXP block);
SEXP r_block_summary(SEXP block, SEXP input);
SEXP r_block_save(SEXP block, SEXP path);
SEXP r_block_load(SEXP block, SEXP path, SEXP matching);
SEXP r_block_cast(SEXP block, SEXP dtype);
SEXP r_block_to_device(SEXP block, SEXP device);
SEXP r_block_initialise(SEXP block, SEXP seed);
SEXP r_block_set_grad(SEXP block, SEXP mode);
SEXP r_block_zero_grad(SEXP block);
SEXP r_block_clear(SEXP block);
SEXP r_dataset_arrays(SEXP list);
SEXP r_dataset_mnist(SEXP folder, SEXP test);
SEXP r_dataset_csv(SEXP path, SEXP delimiter, SEXP header, SEXP target, SEXP columns, SEXP missing,
                   SEXP dtype, SEXP target_dtype);
SEXP r_dataset_folder(SEXP path, SEXP height, SEXP width, SEXP channels);
SEXP r_dataset_subset(SEXP data, SEXP index);
SEXP r_dataset_concat(SEXP list);
SEXP r_dataset_count(SEXP data);
SEXP r_dataset_fields(SEXP data);
SEXP r_dataset_classes(SEXP data);
SEXP r_dataset_take(SEXP data, SEXP index);
SEXP r_loader_new(SEXP data, SEXP batch_size, SEXP seed, SEXP shuffle, SEXP drop_last,
                  SEXP prefetch, SEXP device);
SEXP r_loader_count_from_one(SEXP loader, SEXP field);
SEXP r_loader_next(SEXP loader);
SEXP r_loader_count(SEXP loader);
SEXP r_loader_start(SEXP loader, SEXP epoch, SEXP skip);
SEXP r_loader_position(SEXP loader);
SEXP r_random_flip(SEXP x, SEXP p, SEXP channels_first);
SEXP r_random_crop(SEXP x, SEXP height, SEXP width, SEXP padding, SEXP channels_first);
SEXP r_image_read(SEXP path, SEXP channels);
SEXP r_idx_read(SEXP path);
SEXP r_wait(SEXP array, SEXP timeout);
SEXP r_wait_all(SEXP timeout);
SEXP r_synchronize(SEXP device);
SEXP r_cancel_all(void);
SEXP r_stats(void);
SEXP r_memory(SEXP device);
SEXP r_memory_budget(SEXP device, SEXP bytes);
SEXP r_memory_trim(void);
SEXP r_wait_profile(void);
SEXP r_trace_start(void);
SEXP r_trace_stop(SEXP path);
SEXP r_seed(SEXP seed);
SEXP r_devices(void);
SEXP r_engine(SEXP serial);
SEXP r_version(void);
SEXP r_save(SEXP path, SEXP list);
SEXP r_load(SEXP path);
SEXP r_collect(SEXP urgent);
SEXP r_function_record(SEXP name, SEXP inputs, SEXP outputs, SEXP saved, SEXP function);
SEXP r_function_saved(SEXP index);
SEXP r_close(SEXP s);
SEXP r_is_empty(SEXP s);
SEXP r_call(SEXP name, SEXP inputs, SEXP attrs);
SEXP r_binary(SEXP which, SEXP e1, SEXP e2);
SEXP r_index_in(SEXP array);
SEXP r_index_out(SEXP array);
SEXP r_optimizer_new(SEXP kind, SEXP params, SEXP attrs);
SEXP r_optimizer_add(SEXP o, SEXP params, SEXP attrs);
SEXP r_optimizer_step(SEXP o);
SEXP r_optimizer_zero_grad(SEXP o);
SEXP r_optimizer_clear(SEXP o);
SEXP r_optimizer_lr(SEXP o);
SEXP r_optimizer_lr_set(SEXP o, SEXP lr);
SEXP r_optimizer_kind(SEXP o);
SEXP r_optimizer_settings(SEXP o);
SEXP r_optimizer_state(SEXP o);
SEXP r_optimizer_state_set(SEXP o, SEXP state);
SEXP r_scaler_new(SEXP init_scale, SEXP growth_factor, SEXP backoff_factor, SEXP growth_interval);
SEXP r_scaler_scale(SEXP s, SEXP loss);
SEXP r_scaler_step(SEXP s, SEXP o);
SEXP r_scaler_unscale(SEXP s, SEXP o);
SEXP r_scaler_update(SEXP s);
SEXP r_scaler_state(SEXP s);
SEXP r_schedule(SEXP name, SEXP a);
SEXP r_plateau(SEXP settings_list, SEXP state, SEXP lr, SEXP measure);
SEXP r_metric_new(SEXP name, SEXP number);
SEXP r_metric_update(SEXP m, SEXP x, SEXP target);
SEXP r_metric_value(SEXP m);
SEXP r_metric_array(SEXP m);
SEXP r_metric_reset(SEXP m);
SEXP r_array(SEXP s, SEXP dtype);
SEXP r_values(SEXP array, SEXP plain);
SEXP r_bytes(SEXP array);
SEXP r_dim(SEXP array);
SEXP r_length(SEXP array);
SEXP r_dtype(SEXP array);
SEXP r_device(SEXP array);
SEXP r_is_ready(SEXP array);

#define ENTRY(name, count)                                                                         \
    { #name, (DL_FUNC)(void (*)(void))r_##name, count }
static const R_CallMethodDef entries[] = {
    ENTRY(modes, 2),
    ENTRY(attach_grad, 2),
    ENTRY(grad, 1),
    ENTRY(grad_set, 2),
    ENTRY(requires_grad, 1),
    ENTRY(detach, 1),
    ENTRY(backward, 3),
    ENTRY(gradients, 4),
    ENTRY(clip_grad_norm, 2),
    ENTRY(clip_grad_value, 2),
    ENTRY(default_dtype, 1),
    ENTRY(default_device, 1),
    ENTRY(autocast, 1),
    ENTRY(block_parse, 1),
    ENTRY(block_new, 2),
    ENTRY(block_function, 2),
    ENTRY(block_call, 2),
    ENTRY(block_add, 3),
    ENTRY(block_entries, 1),
    ENTRY(block_parameters, 1),
    ENTRY(block_children, 1),
    ENTRY(block_kind, 1),
    ENTRY(block_attrs, 1),
    ENTRY(block_set, 3),
    ENTRY(block_text, 1),
    ENTRY(block_summary, 2),
    ENTRY(block_save, 2),
    ENTRY(block_load, 3),
    ENTRY(block_cast, 2),
    ENTRY(block_to_device, 2),
    ENTRY(block_initialise, 2),
    ENTRY(block_set_grad, 2),
    ENTRY(block_zero_grad, 1),
    ENTRY(block_clear, 1),
    ENTRY(dataset_arrays, 1),
    ENTRY(dataset_mnist, 2),
    ENTRY(dataset_csv, 8),
    ENTRY(dataset_folder, 4),
    ENTRY(dataset_subset, 2),
    ENTRY(dataset_concat, 1),
    ENTRY(dataset_count, 1),
    ENTRY(dataset_fields, 1),
    ENTRY(dataset_classes, 1),
    ENTRY(dataset_take, 2),
    ENTRY(loader_new, 7),
    ENTRY(loader_count_from_one, 2),
    ENTRY(loader_next, 1),
    ENTRY(loader_count, 1),
    ENTRY(loader_start, 3),
    ENTRY(loader_position, 1),
    ENTRY(random_flip, 3),
    ENTRY(random_crop, 5),
    ENTRY(image_read, 2),
    ENTRY(idx_read, 1),
    ENTRY(wait, 2),
    ENTRY(wait_all, 1),
    ENTRY(synchronize, 1),
    ENTRY(cancel_all, 0),
    ENTRY(stats, 0),
    ENTRY(memory, 1),
    ENTRY(memory_budget, 2),
    ENTRY(memory_trim, 0),
    ENTRY(wait_profile, 0),
    ENTRY(trace_start, 0),
    ENTRY(trace_stop, 1),
    ENTRY(seed, 1),
    ENTRY(devices, 0),
    ENTRY(engine, 1),
    ENTRY(version, 0),
    ENTRY(save, 2),
    ENTRY(load, 1),
    ENTRY(collect, 1),
    ENTRY(function_record, 5),
    ENTRY(function_saved, 1),
    ENTRY(close, 1),
    ENTRY(call, 3),
    ENTRY(binary, 3),
    ENTRY(index_in, 1),
    ENTRY(index_out, 1),
    ENTRY(optimizer_new, 3),
    ENTRY(optimizer_add, 3),
    ENTRY(optimizer_step, 1),
    ENTRY(optimizer_zero_grad, 1),
    ENTRY(optimizer_clear, 1),
    ENTRY(optimizer_lr, 1),
    ENTRY(optimizer_lr_set, 2),
    ENTRY(optimizer_kind, 1),
    ENTRY(optimizer_settings, 1),
    ENTRY(optimizer_state, 1),
    ENTRY(optimizer_state_set, 2),
    ENTRY(scaler_new, 4),
    ENTRY(scaler_scale, 2),
    ENTRY(scaler_step, 2),
    ENTRY(scaler_unscale, 2),
    ENTRY(scaler_update, 1),
    ENTRY(scaler_state, 1),
    ENTRY(schedule, 2),
    ENTRY(plateau, 4),
    ENTRY(metric_new, 2),
    ENTRY(metric_update, 3),
    ENTRY(metric_value, 1),
    ENTRY(metric_array, 1),
    ENTRY(metric_reset, 1),
    ENTRY(array, 2),
    ENTRY(values, 2),
    ENTRY(bytes, 1),
    ENTRY(dim, 1),
    ENTRY(length, 1),
    ENTRY(dtype, 1),
    ENTRY(device, 1),
    ENTRY(is_ready, 1),
    ENTRY(is_empty, 1),
    {NULL, NULL, 0},
};

void attribute_visible R_init_weir(DllInfo *info) {
    R_registerRoutines(info, NULL, entries, NULL, NULL);
    R_useDynamicSymbols(info, FALSE);
    R_forceSymbols(info, TRUE);
    handle_init();
    frontend_init();
}
