"""cases.py - layers, optimisers and schedules that PyTorch and the dialect run alike; text, evaluated in both.

In MODULES, x(2, 3) is an input with a gradient, v(2, 3) one without, i(10, 2, 3) integers below 10, b(2, 3) booleans.

SPDX-License-Identifier: Apache-2.0
"""
import numpy as np

_IMAGE, _LINE, _VOLUME = "x(2,4,6,6)", "x(2,4,9)", "x(2,4,5,5,5)"


def _each(inputs, *texts):
    return [(text, inputs) for text in texts]


MODULES = [
    *_each("x(5,3)", "nn.Linear(3,4)", "nn.Linear(3,4,bias=False)", "nn.Identity()", "nn.Linear(in_features=3,out_features=2)",
           "nn.ReLU()", "nn.ReLU6()", "nn.ELU()", "nn.ELU(0.5)", "nn.SELU()", "nn.CELU(2.0)", "nn.GELU()",
           "nn.GELU('tanh')", "nn.SiLU()", "nn.Mish()", "nn.Sigmoid()", "nn.Tanh()", "nn.LogSigmoid()", "nn.Softplus()",
           "nn.Softplus(2.0,10.0)", "nn.Softshrink()", "nn.Hardshrink(0.3)", "nn.Softsign()", "nn.Tanhshrink()",
           "nn.Hardtanh()", "nn.Hardtanh(-2.0,0.5)", "nn.Hardsigmoid()", "nn.Hardswish()", "nn.LeakyReLU(0.2)",
           "nn.LeakyReLU()", "nn.PReLU()", "nn.PReLU(3)", "nn.Threshold(0.1,20.0)", "nn.Softmax(dim=1)",
           "nn.LogSoftmax(dim=-1)", "nn.Softmin(dim=1)", "nn.LayerNorm(3)", "nn.LayerNorm(3,eps=1e-6,elementwise_affine=False)",
           "nn.RMSNorm(3)", "nn.Dropout(0.0)", "nn.Flatten()", "nn.Unflatten(1,(3,1))", "nn.BatchNorm1d(3)",
           "nn.BatchNorm1d(3,affine=False)", "nn.BatchNorm1d(3,eps=0.01,momentum=0.3)",
           "nn.BatchNorm1d(3,track_running_stats=False)"),
    ("nn.GLU()", "x(5,4)"), ("nn.GLU(dim=0)", "x(4,3)"), ("nn.Bilinear(3,4,2)", "x(5,3),x(5,4)"),
    ("nn.Bilinear(3,4,2,bias=False)", "x(5,3),x(5,4)"), ("nn.LayerNorm((2,3))", "x(4,2,3)"),
    *_each(_IMAGE, "nn.Conv2d(4,8,3)", "nn.Conv2d(4,8,(3,2),stride=(2,1),padding=(1,0))", "nn.Conv2d(4,8,3,groups=2,bias=False)",
           "nn.Conv2d(4,6,3,padding='same')", "nn.Conv2d(4,6,3,padding='valid',dilation=2)",
           "nn.Conv2d(4,6,3,padding=1,padding_mode='reflect')", "nn.Conv2d(4,6,3,padding=1,padding_mode='circular')",
           "nn.ConvTranspose2d(4,3,3,stride=2)", "nn.ConvTranspose2d(4,3,3,2,1,1,groups=1,bias=False)",
           "nn.BatchNorm2d(4)", "nn.GroupNorm(2,4)", "nn.GroupNorm(2,4,affine=False)", "nn.InstanceNorm2d(4)",
           "nn.InstanceNorm2d(4,affine=True)", "nn.InstanceNorm2d(4,track_running_stats=True)", "nn.LocalResponseNorm(2)",
           "nn.MaxPool2d(2)", "nn.MaxPool2d(3,2,1)", "nn.MaxPool2d((2,3),return_indices=True)",
           "nn.MaxPool2d(2,dilation=2,ceil_mode=True)", "nn.AvgPool2d(2)", "nn.AvgPool2d(3,2,1,count_include_pad=False)",
           "nn.AvgPool2d(3,divisor_override=2)", "nn.LPPool2d(2,3)", "nn.AdaptiveAvgPool2d((2,3))", "nn.AdaptiveAvgPool2d((None,1))",
           "nn.AdaptiveAvgPool2d(1)", "nn.AdaptiveMaxPool2d(2)", "nn.AdaptiveMaxPool2d((2,3),return_indices=True)",
           "nn.Dropout2d(0.0)", "nn.Flatten(2)", "nn.Flatten(1,2)", "nn.PixelShuffle(2)", "nn.PixelUnshuffle(2)",
           "nn.ChannelShuffle(2)", "nn.ZeroPad2d(1)", "nn.ZeroPad2d((1,2,0,1))", "nn.ReflectionPad2d(2)",
           "nn.ReplicationPad2d((1,0,2,1))", "nn.ConstantPad2d(1,3.5)", "nn.CircularPad2d(1)", "nn.Upsample(scale_factor=2)",
           "nn.Upsample(size=(3,9),mode='bilinear')", "nn.Upsample(scale_factor=2,mode='bicubic',align_corners=True)",
           "nn.UpsamplingBilinear2d(scale_factor=2)", "nn.UpsamplingNearest2d(size=(9,9))", "nn.Unfold(3)",
           "nn.Unfold((2,3),padding=1,stride=2)", "nn.Softmax2d()", "nn.PReLU(4)"),
    ("nn.Fold((4,5),(2,2))", "x(2,12,12)"),
    *_each(_LINE, "nn.Conv1d(4,6,3,padding=1)", "nn.ConvTranspose1d(4,6,3,stride=2)", "nn.BatchNorm1d(4)", "nn.InstanceNorm1d(4)",
           "nn.MaxPool1d(2)", "nn.AvgPool1d(3,1,1)", "nn.AdaptiveAvgPool1d(4)", "nn.AdaptiveMaxPool1d(4)", "nn.LPPool1d(2,3)",
           "nn.ReflectionPad1d(2)", "nn.ReplicationPad1d((1,2))", "nn.ConstantPad1d(2,0.5)", "nn.ZeroPad1d(1)",
           "nn.CircularPad1d(2)", "nn.Upsample(scale_factor=2,mode='linear')", "nn.Dropout1d(0.0)"),
    *_each(_VOLUME, "nn.Conv3d(4,2,3)", "nn.ConvTranspose3d(4,2,2,stride=2)", "nn.BatchNorm3d(4)", "nn.InstanceNorm3d(4)",
           "nn.MaxPool3d(2)", "nn.AvgPool3d(2)", "nn.AdaptiveAvgPool3d((1,2,3))", "nn.AdaptiveMaxPool3d(2)",
           "nn.ReplicationPad3d(1)", "nn.ConstantPad3d(1,2.0)", "nn.ZeroPad3d(1)", "nn.ReflectionPad3d(1)",
           "nn.Upsample(scale_factor=2,mode='trilinear')", "nn.Dropout3d(0.0)"),
    *_each("i(10,2,3)", "nn.Embedding(10,4)", "nn.Embedding(10,4,padding_idx=3)", "nn.Embedding(10,4,padding_idx=-1)"),
    ("nn.EmbeddingBag(10,4)", "i(10,2,3)"), ("nn.EmbeddingBag(10,4,mode='sum')", "i(10,2,3)"),
    ("nn.EmbeddingBag(10,4,mode='max',padding_idx=3)", "i(10,2,3)"),
    *_each("x(5,2,3)", "nn.RNN(3,4)", "nn.RNN(3,4,2,nonlinearity='relu',bias=False)", "nn.LSTM(3,4)", "nn.LSTM(3,4,num_layers=2)",
           "nn.LSTM(3,4,bidirectional=True)", "nn.LSTM(3,4,batch_first=True)", "nn.GRU(3,4)",
           "nn.GRU(3,4,2,batch_first=True,bidirectional=True)", "nn.LSTM(3,4,proj_size=2)"),
    ("nn.LSTM(3,4)", "x(5,2,3),(x(1,2,4),x(1,2,4))"), ("nn.GRU(3,4)", "x(5,2,3),x(1,2,4)"), ("nn.LSTM(3,4)", "x(5,3)"),
    ("nn.RNNCell(3,4)", "x(2,3)"), ("nn.RNNCell(3,4,nonlinearity='relu')", "x(2,3),x(2,4)"), ("nn.LSTMCell(3,4)", "x(2,3)"),
    ("nn.LSTMCell(3,4)", "x(2,3),(x(2,4),x(2,4))"), ("nn.GRUCell(3,4,bias=False)", "x(2,3),x(2,4)"),
    *_each("x(3,2,8),x(3,2,8),x(3,2,8)", "nn.MultiheadAttention(8,2)", "nn.MultiheadAttention(8,2,bias=False)",
           "nn.MultiheadAttention(8,2,batch_first=True)", "nn.MultiheadAttention(8,2,add_bias_kv=True)",
           "nn.MultiheadAttention(8,2,add_zero_attn=True)"),
    ("nn.MultiheadAttention(8,2,kdim=6,vdim=4)", "x(3,2,8),x(5,2,6),x(5,2,4)"),
    *_each("x(3,2,8)", "nn.TransformerEncoderLayer(8,2,16,0.0)", "nn.TransformerEncoderLayer(8,2,16,0.0,'gelu',batch_first=True)",
           "nn.TransformerEncoderLayer(8,2,16,0.0,norm_first=True)",
           "nn.TransformerEncoder(nn.TransformerEncoderLayer(8,2,16,0.0),2,enable_nested_tensor=False)"),
    *_each("x(3,2,8),x(4,2,8)", "nn.TransformerDecoderLayer(8,2,16,0.0)",
           "nn.TransformerDecoder(nn.TransformerDecoderLayer(8,2,16,0.0),2,norm=nn.LayerNorm(8))",
           "nn.Transformer(8,2,1,1,16,0.0)"),
    *_each("x(5,3),v(5,3)", "nn.MSELoss()", "nn.MSELoss(reduction='sum')", "nn.L1Loss(reduction='none')", "nn.SmoothL1Loss()",
           "nn.SmoothL1Loss(beta=0.5)", "nn.HuberLoss(delta=0.3)", "nn.BCEWithLogitsLoss()", "nn.KLDivLoss(reduction='batchmean')",
           "nn.PoissonNLLLoss()", "nn.SoftMarginLoss()", "nn.MultiLabelSoftMarginLoss()", "nn.HingeEmbeddingLoss()",
           "nn.CosineSimilarity()", "nn.PairwiseDistance()", "nn.PairwiseDistance(p=1,keepdim=True)",
           "nn.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0,2.0,3.0]))"),
    ("nn.BCELoss()", "x(5,3).sigmoid(),v(5,3).sigmoid()"),
    *_each("x(5,3),i(3,5)", "nn.CrossEntropyLoss()", "nn.CrossEntropyLoss(label_smoothing=0.1)", "nn.NLLLoss()",
           "nn.CrossEntropyLoss(ignore_index=1,reduction='sum')", "nn.CrossEntropyLoss(weight=torch.tensor([1.0,2.0,3.0]))",
           "nn.MultiMarginLoss()"),
    ("nn.CrossEntropyLoss()", "x(2,3,4),i(3,2,4)"),
    ("nn.TripletMarginLoss()", "x(5,3),x(5,3)*2,x(5,3)-1"), ("nn.MarginRankingLoss()", "x(5),x(5)*2,v(5).sign()"),
    ("nn.CosineEmbeddingLoss(margin=0.2)", "x(5,3),x(5,3)-1,v(5).sign()"), ("nn.GaussianNLLLoss()", "x(5,3),v(5,3),v(5,3).abs()+0.1"),
    ("nn.Sequential(nn.Linear(3,4),nn.ReLU(inplace=True),nn.Dropout(0.0),nn.Linear(4,2))", "x(5,3)"),
    ("nn.Sequential(nn.Conv2d(4,3,3,padding=1),nn.BatchNorm2d(3),nn.LeakyReLU(0.2),nn.AdaptiveAvgPool2d(1),nn.Flatten())", _IMAGE),
    ("nn.Sequential(OrderedDict(a=nn.Linear(3,4),b=nn.Sequential(nn.Tanh(),nn.Linear(4,1))))", "x(5,3)"),
    ("nn.ModuleList([nn.Linear(3,4),nn.Linear(4,5)])", None), ("nn.ModuleDict({'a':nn.Linear(3,4),'b':nn.ReLU()})", None),
    ("nn.utils.parametrizations.weight_norm(nn.Linear(3,4))", "x(5,3)"),
]

_P = "[w,b]"
OPTIMISERS = [
    f"optim.{text}" for text in (
        f"SGD({_P},lr=0.1)", f"SGD({_P},lr=0.1,momentum=0.9)", f"SGD({_P},0.1,0.9,0.1)", f"SGD({_P},lr=0.1,momentum=0.9,nesterov=True)",
        f"SGD({_P},lr=0.1,weight_decay=0.01)", f"SGD({_P},lr=0.1,maximize=True)", "SGD([dict(params=[w]),dict(params=[b],lr=0.5)],lr=0.1)",
        "SGD([dict(params=[w],weight_decay=0.5),dict(params=b)],lr=0.1)", "Adam([dict(params=[w],betas=(0.5,0.6)),dict(params=b)],lr=0.1)",
        f"Adam({_P})", f"Adam({_P},lr=0.1,betas=(0.8,0.9),eps=1e-6)", f"Adam({_P},lr=0.1,weight_decay=0.01)",
        f"Adam({_P},lr=0.1,amsgrad=True)", f"AdamW({_P},lr=0.1)", f"AdamW({_P},lr=0.1,weight_decay=0.1,amsgrad=True)",
        f"RMSprop({_P})", f"RMSprop({_P},lr=0.1,alpha=0.9,momentum=0.5)", f"RMSprop({_P},lr=0.1,centered=True,weight_decay=0.01)",
        f"Adagrad({_P})", f"Adagrad({_P},lr=0.1,lr_decay=0.01,weight_decay=0.01,initial_accumulator_value=0.1)", f"Adadelta({_P})",
        f"Adadelta({_P},lr=0.5,rho=0.8,weight_decay=0.01)", f"Adamax({_P},lr=0.1)", f"NAdam({_P},lr=0.1)", f"RAdam({_P},lr=0.1)",
        f"ASGD({_P},lr=0.1)", f"Rprop({_P},lr=0.1)", f"LBFGS({_P},lr=0.5)")]

_SGD = f"optim.SGD({_P},lr=0.1,momentum=0.9)"
SCHEDULES = [
    (_SGD, f"lr_scheduler.{text}") for text in (
        "StepLR(o,5)", "StepLR(o,7,gamma=0.5)", "MultiStepLR(o,[3,10,30],gamma=0.3)", "ExponentialLR(o,0.95)",
        "CosineAnnealingLR(o,10)", "CosineAnnealingLR(o,50,eta_min=0.01)", "LinearLR(o)", "LinearLR(o,0.1,1.0,20)",
        "PolynomialLR(o,20,power=2.0)", "ConstantLR(o,0.5,10)", "LambdaLR(o,lambda e:0.9**e)",
        "MultiplicativeLR(o,lambda e:0.95)", "OneCycleLR(o,0.5,total_steps=60)",
        "OneCycleLR(o,0.5,total_steps=60,pct_start=0.5,anneal_strategy='linear')", "CosineAnnealingWarmRestarts(o,7,2)",
        "CyclicLR(o,0.01,0.1,step_size_up=8)", "CyclicLR(o,0.01,0.1,8,mode='triangular2')",
        "SequentialLR(o,[lr_scheduler.LinearLR(o,0.1,total_iters=5),lr_scheduler.CosineAnnealingLR(o,30)],[5])",
        "ChainedScheduler([lr_scheduler.ConstantLR(o,0.5,5),lr_scheduler.ExponentialLR(o,0.9)])",
        "ReduceLROnPlateau(o,patience=3)", "ReduceLROnPlateau(o,'max',factor=0.5,patience=2,threshold=0.1,cooldown=1)",
        "LambdaLR(o,[lambda e:1/(1+e)])")] + [
    ("optim.Adam([dict(params=[w],lr=0.05),dict(params=[b])],lr=0.1)", text) for text in (
        "lr_scheduler.StepLR(o,4,0.5)", "lr_scheduler.CosineAnnealingLR(o,20)", "lr_scheduler.LambdaLR(o,[lambda e:0.9**e,lambda e:0.8**e])")]


def wave(shape, start):
    """Return numbers between -1 and 1."""
    return np.cos(np.arange(int(np.prod(shape, dtype=int))) * 0.7 + start).reshape(shape).astype("float32")


def arguments(torch, text):
    """Return the inputs that a text describes, and those of them that have a gradient."""
    leaves = []

    def x(*shape):
        leaves.append(torch.tensor(wave(shape, len(leaves) * 0.3), requires_grad=True))
        return leaves[-1]

    def v(*shape):
        return torch.tensor(wave(shape, 1.1))

    def i(below, *shape):
        return torch.tensor((np.arange(int(np.prod(shape))) * 7 % below).reshape(shape).astype("int64"))

    found = eval(f"({text},)", {"x": x, "v": v, "i": i, "torch": torch})
    return found, leaves


def trajectory(torch, optimiser, schedule=None, steps=50):
    """Return the parameters after each fifth step and the learning rates of each step.

    In float64: in float32, the steps of Adam with short averages amplify the rounding of gradients near 0 within 45 steps.
    """
    from collections import OrderedDict

    def values_of(shape, start):
        return torch.tensor(wave(shape, start).astype("float64"))

    w, b = torch.nn.Parameter(values_of((3, 2), 0.5)), torch.nn.Parameter(values_of((2,), 2.0))
    data, target = values_of((8, 3), 0.1), values_of((8, 2), 0.9)
    names = {"optim": torch.optim, "lr_scheduler": torch.optim.lr_scheduler, "w": w, "b": b, "OrderedDict": OrderedDict}
    o = names["o"] = eval(optimiser, names)
    s = eval(schedule, names) if schedule else None
    values, rates = [], []

    def closure():
        o.zero_grad()
        loss = ((torch.tanh(data @ w + b) - target) ** 2).mean()
        loss.backward()
        return loss

    for step in range(steps):
        loss = o.step(closure)
        if s is not None:
            s.step(loss.item()) if "Plateau" in schedule else s.step()
        rates.append([float(group["lr"]) for group in o.param_groups])
        if step % 5 == 4:
            values.append(np.concatenate([p.detach().numpy().ravel().astype("float64") for p in (w, b)]))
    return np.stack(values), rates, loss.item()
