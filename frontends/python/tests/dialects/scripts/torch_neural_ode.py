"""A neural ODE for a spiral: Runge-Kutta, gradients by the adjoint equations."""
# tolerance: loss 1 %, norm 1 %, difference 2 %, calls 0
import numpy as np
import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)


class ODEFunc(nn.Module):
    def __init__(self, width=24):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 2))
        rng = np.random.RandomState(4)
        for m in self.net.modules():
            if isinstance(m, nn.Linear):
                m.weight.data = torch.tensor(rng.normal(0, 0.3, tuple(m.weight.shape)))
                nn.init.constant_(m.bias, val=0)
        self.nfe = 0

    def forward(self, t, y):
        self.nfe += 1
        return self.net(y ** 3)


def rk4(f, t, dt, y):
    k1 = f(t, y)
    k2 = f(t + dt / 2, tuple(a + dt / 2 * b for a, b in zip(y, k1)))
    k3 = f(t + dt / 2, tuple(a + dt / 2 * b for a, b in zip(y, k2)))
    k4 = f(t + dt, tuple(a + dt * b for a, b in zip(y, k3)))
    return tuple(a + dt / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4))


class Adjoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, func, y0, ts, flat):
        ctx.func = func
        ys = [y0]
        with torch.no_grad():
            for a, b in zip(ts[:-1], ts[1:]):
                ys.append(rk4(lambda t, y: (func(t, y[0]),), a, b - a, (ys[-1],))[0])
        out = torch.stack(ys)
        ctx.save_for_backward(ts, out, flat)
        return out

    @staticmethod
    def backward(ctx, grad):
        ts, out, flat = ctx.saved_tensors
        func, params = ctx.func, tuple(ctx.func.parameters())

        def augmented(t, state):
            y = state[0]
            with torch.enable_grad():
                y = y.detach().requires_grad_(True)
                dy = func(t, y)
                gy, *gp = torch.autograd.grad(dy, (y,) + params, -state[1], allow_unused=True)
            return dy.detach(), gy, torch.cat([g.reshape(-1) if g is not None else torch.zeros(p.numel()) for g, p in zip(gp, params)])

        a, gp = grad[-1], torch.zeros_like(flat)
        for i in reversed(range(1, len(ts))):
            _, a, gp = rk4(augmented, ts[i], ts[i - 1] - ts[i], (out[i], a, gp))
            a = a + grad[i - 1]
        return None, a, None, gp


def odeint(func, y0, ts):
    flat = torch.cat([p.reshape(-1) for p in func.parameters()])
    return Adjoint.apply(func, y0, ts, flat)


A = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
ts = torch.linspace(0.0, 2.0, 21)
with torch.no_grad():
    true = [torch.tensor([[2.0, 0.0]])]
    for a, b in zip(ts[:-1], ts[1:]):
        true.append(rk4(lambda t, y: (y[0] ** 3 @ A,), a, b - a, (true[-1],))[0])
    true = torch.stack(true)
func = ODEFunc()
opt = torch.optim.RMSprop(func.parameters(), lr=5e-3)
rng = np.random.RandomState(0)
for it in range(80):
    s = torch.from_numpy(rng.choice(np.arange(16), 8, replace=False))
    y0, target = true[s], torch.stack([true[s + i] for i in range(5)], dim=0)
    opt.zero_grad()
    pred = odeint(func, y0, ts[:5])
    loss = torch.mean(torch.abs(pred - target))
    loss.backward()
    opt.step()
# the adjoint agrees with differentiation through the solver
func.zero_grad()
odeint(func, true[0], ts[:5]).pow(2).sum().backward()
by_adjoint = torch.nn.utils.parameters_to_vector([p.grad for p in func.parameters()])
func.zero_grad()
y = true[0]
total = (y ** 2).sum()
for a, b in zip(ts[:4], ts[1:5]):
    y = rk4(lambda t, v: (func(t, v[0]),), a, b - a, (y,))[0]
    total = total + (y ** 2).sum()
total.backward()
direct = torch.nn.utils.parameters_to_vector([p.grad for p in func.parameters()])
print("loss", loss.item())
print("difference", ((by_adjoint - direct).norm() / direct.norm()).item())
print("norm", direct.norm().item())
print("calls", func.nfe)
