"""Short-time Fourier transforms of PyTorch: frames of a signal, times a window, through weir.fft, and back."""
import weir
from weir._core import Array
from weir.dialects import _torch_functional as functional
from weir.dialects._tensor_class import Mistake, op

_shape = Array.shape.__get__


def _settings(called, like, n_fft, hop_length, win_length, window):
    """Return the hop and the window of n_fft elements: the window is in the middle, between zeros."""
    hop, width = n_fft // 4 if hop_length is None else int(hop_length), n_fft if win_length is None else int(win_length)
    if hop <= 0:
        raise Mistake(f"{called}: hop_length must be positive, not {hop}")
    if not 0 < width <= n_fft:
        raise Mistake(f"{called}: expected 0 < win_length <= n_fft, but win_length is {width} and n_fft is {n_fft}")
    if window is None:
        window = op["ones"]((width,), weir.float64 if like.dtype in (weir.float64, weir.complex128) else weir.float32,
                            device=Array.device.__get__(like))
    elif _shape(window) != (width,):
        raise Mistake(f"{called}: expected a window of win_length = {width} elements, not of shape {tuple(_shape(window))}")
    before = (n_fft - width) // 2
    return hop, op["pad"](window, widths=[before, n_fft - width - before]) if width < n_fft else window


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode="reflect", normalized=False, onesided=None,
         return_complex=None):
    """Return the spectra of the frames of a signal, or of each row: (frequencies, frames), complex."""
    if input.ndim not in (1, 2):
        raise Mistake(f"stft: expected a tensor with 1 or 2 dimensions, not shape {tuple(_shape(input))}")
    whole = input.dtype.kind == "c" or window is not None and window.dtype.kind == "c"
    if return_complex is None and not whole:
        raise Mistake("stft: return_complex must be given for real inputs; pass return_complex=True")
    if onesided and whole:
        raise Mistake("stft: onesided=True needs a real input and a real window")
    hop, window = _settings("stft", input, n_fft, hop_length, win_length, window)
    x = input if input.ndim == 2 else op["expand_dims"](input, 0)
    if center:
        x = functional.pad(x, (n_fft // 2, n_fft // 2), mode=pad_mode)
    if _shape(x)[1] < n_fft:
        raise Mistake(f"stft: n_fft is {n_fft}, but the signal has {_shape(x)[1]} elements")
    frames = op["sliding_window_view"](x, n_fft, 1)[:, ::hop] * window
    transform = weir.fft.fft if whole or onesided is False else weir.fft.rfft
    y = op["swapaxes"](transform(frames, axis=-1, norm="ortho" if normalized else "backward"), 1, 2)
    y = y if input.ndim == 2 else op["squeeze"](y, axis=0)
    return op["stack"]([op["real"](y), op["imag"](y)], axis=-1) if return_complex is False else y


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
          return_complex=False):
    """Return the signal that has these spectra, by least squares: overlapping frames are added and divided by the squared windows."""
    if input.dtype.kind != "c":
        raise Mistake(f"istft: expected a complex tensor, as stft returns it with return_complex=True, not {input.dtype}")
    if input.ndim not in (2, 3):
        raise Mistake(f"istft: expected a tensor with 2 or 3 dimensions, not shape {tuple(_shape(input))}")
    if return_complex:
        raise NotImplementedError("istft: return_complex=True is not supported; transform the real and the imaginary part")
    bins = _shape(input)[-2]
    one = bins != n_fft if onesided is None else bool(onesided)
    if bins != (n_fft // 2 + 1 if one else n_fft):
        raise Mistake(f"istft: n_fft={n_fft} and onesided={one} mean {n_fft // 2 + 1 if one else n_fft} frequencies, but the input has {bins}")
    hop, window = _settings("istft", input, n_fft, hop_length, win_length, window)
    x = op["swapaxes"](input if input.ndim == 3 else op["expand_dims"](input, 0), 1, 2)
    norm = "ortho" if normalized else "backward"
    frames = weir.fft.irfft(x, n=n_fft, axis=-1, norm=norm) if one else op["real"](weir.fft.ifft(x, axis=-1, norm=norm))
    count = _shape(frames)[1]
    total = n_fft + hop * (count - 1)
    y = _added(frames * window, total, hop) / _added(op["broadcast_to"](window * window, (1, count, n_fft)), total, hop)
    start = n_fft // 2 if center else 0
    end = start + int(length) if length is not None else total - start
    y = y[:, start:min(end, total)]
    if end > total:
        y = op["pad"](y, widths=[0, 0, 0, end - total])
    return y if input.ndim == 3 else op["squeeze"](y, axis=0)


def _added(frames, total, hop):
    """Return the sum of frames (rows, frames, elements), each `hop` elements after the previous one, in rows of `total` elements."""
    columns = op["swapaxes"](frames, 1, 2)
    return op["reshape"](functional.fold(columns, (1, total), (1, _shape(frames)[2]), stride=(1, hop)), (_shape(frames)[0], total))
