/* test_block_values.c - layers and losses have the values of PyTorch's layers of the same names.
 *
 * Recorded with PyTorch in float64.  Element i of input k is sin(0.7 i + 0.3 + k), scaled from -1 .. 1
 * to the domain of the input, or low + (7 i + 3 k) mod (high - low) for labels; element i of parameter
 * j is 0.5 cos(0.37 i + 0.11 j).  Each array is reduced to one number, the sum of its elements times
 * cos(i + shift): the loss, with the index of the output as the shift; the running statistics; and the
 * gradients of inputs, then of parameters, with a shift of 1/2.  The gradient of PyTorch's CTCLoss is
 * correct only for inputs that come from log_softmax, so it is left out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "block_kit.h"

enum { GRADS = 20, ENTRIES = 32 };

typedef struct row {
    const char *text, *in;
    bool train;
    double loss, buffers, grad[GRADS]; /* NAN: PyTorch has none */
} row;

/* clang-format off */
static const row rows[] = {
    {"Linear(8, 3)", "(4,8)", false, 0.385003890295, 0, {0.0607338450581, -7.83753568657, 0.256937033256}},
    {"Linear(5, 4, bias=False)", "(2,3,5)", false, -2.0997218843, 0, {0.417565307525, -36.3456411045}},
    {"Bilinear(3, 4, 2)", "(2,3), (2,4)", false, 2.05027849759, 0, {0.987296903409, -0.0756351563693, 3.01724082804, 0.480569529241}},
    {"Embedding(5, 4)", "i64(2,3)@0:5", false, -0.69682062637, 0, {0.945997062739}},
    {"Conv1d(4, 4, 3, stride=2, padding=1, groups=2)", "(2,4,8)", false, 6.83043017738, 0, {-0.325552632593, 2.27019858136, 0.101035456443}},
    {"Conv2d(3, 4, (3, 2), padding=1, dilation=2)", "(2,3,6,6)", false, -1.49507858635, 0, {1.30886057832, 3.25004172179, -3.35810963855}},
    {"Conv2d(2, 3, (4, 2), padding=(1, 2, 0, 1))", "(1,2,5,4)", false, -7.67955149176, 0, {2.96995596462, -3.06258513347, 1.67565891075}},
    {"Conv3d(2, 3, 2)", "(1,2,3,4,4)", false, 5.23972343429, 0, {-10.0779944287, 29.7640048187, -1.04027904153}},
    {"ConvTranspose1d(3, 2, 3, stride=2)", "(2,3,4)", false, -1.71764699796, 0, {-3.4129372127, 3.34282443983, 2.69607339285}},
    {"ConvTranspose2d(4, 2, 3, stride=2, padding=1, output_padding=1, groups=2)", "(1,4,3,4)", false, -14.892666394, 0, {-3.46167902642, 9.54718140075, 0.199775290452}},
    {"ConvTranspose3d(2, 2, 2)", "(1,2,2,3,2)", false, -1.82487074774, 0, {3.98239658585, 1.3982147937, -0.191331258287}},
    {"MaxPool2d(2)", "(2,2,4,6)", false, -0.671252030761, 0, {-1.03727042471}},
    {"MaxPool1d(3, stride=2, padding=1)", "(2,2,7)", false, 7.17288036344, 0, {-0.981335423737}},
    {"AvgPool2d((3, 2), stride=2, ceil_mode=True)", "(1,2,5,5)", false, -0.466909710456, 0, {1.65060596417}},
    {"AdaptiveAvgPool2d((2, 3))", "(2,3,5,6)", false, -0.031854343891, 0, {0.10514472569}},
    {"AdaptiveMaxPool1d(3)", "(2,3,8)", false, 1.05282511014, 0, {2.16386071278}},
    {"BatchNorm1d(3)", "(6,3)", true, -0.70944094413, 1.28007545802, {2.63526214597, 0.21224369493, 0.438146983749}},
    {"BatchNorm1d(3)", "(6,3)", false, -0.931001027454, 1.12415546932, {3.76344091928, 0.300522048483, 0.438146983749}},
    {"BatchNorm2d(2, momentum=None)", "(3,2,2,3)", true, -1.58542656482, 3.25653664302, {5.39517831301, -1.94329800138, -0.250871003744}},
    {"BatchNorm3d(2, eps=0.01)", "(2,2,2,2,2)", true, -1.45264130109, 1.73105892655, {4.88610063922, -0.00247469218553, 0.220692619903}},
    {"LayerNorm((3, 4))", "(2,3,4)", false, 2.47154104652, 0, {-0.0123856468879, 0.313012193625, 8.03096899985}},
    {"RMSNorm(4)", "(3,4)", false, -1.2603116998, 0, {1.04843573412, 4.36835582931}},
    {"GroupNorm(2, 4)", "(2,4,3)", false, 1.76200393144, 0, {1.96890450306, 2.27108361668, 3.08477941917}},
    {"InstanceNorm2d(2, affine=True)", "(2,2,3,3)", false, -1.4201378186, 0, {4.52917288322, -2.64534909062, 2.69607339285}},
    {"ReLU()", "(3,4)", false, -2.70288997583, 0, {3.62376802573}},
    {"ReLU6()", "(3,4)@-2:8", false, -12.1392910241, 0, {2.01151437151}},
    {"LeakyReLU(0.2)", "(3,4)", false, -3.39240825943, 0, {3.92129505317}},
    {"ELU(0.7)", "(3,4)", false, -3.80395767255, 0, {3.81835630427}},
    {"CELU(0.7)", "(3,4)", false, -3.91643741118, 0, {3.76722736839}},
    {"SELU()", "(3,4)", false, -5.60533829751, 0, {4.29621882007}},
    {"GELU()", "(3,4)", false, -2.64359409415, 0, {3.49947672238}},
    {"GELU('tanh')", "(3,4)", false, -2.64342332964, 0, {3.49873884485}},
    {"SiLU()", "(3,4)", false, -2.70871283155, 0, {3.16595782624}},
    {"Mish()", "(3,4)", false, -3.04036637605, 0, {3.48484911542}},
    {"Sigmoid()", "(3,4)", false, -1.44525088314, 0, {0.875258541759}},
    {"Tanh()", "(3,4)", false, -3.35021515659, 0, {1.90780215795}},
    {"Softplus(2)", "(3,4)", false, -2.90795589037, 0, {3.13092417113}},
    {"Softsign()", "(3,4)", false, -2.27109161274, 0, {1.28529192206}},
    {"LogSigmoid()", "(3,4)", false, -3.00370280249, 0, {2.25423005981}},
    {"Hardswish()", "(3,4)@-5:5", false, -6.67648090602, 0, {3.56456320295}},
    {"Hardsigmoid()", "(3,4)@-5:5", false, -2.02321517068, 0, {0.335252405242}},
    {"Hardtanh(-0.5, 0.7)", "(3,4)", false, -2.14748233161, 0, {1.92392161931}},
    {"Hardshrink(0.6)", "(3,4)", false, -6.68716393767, 0, {4.09603527146}},
    {"Softshrink(0.6)", "(3,4)", false, -4.00885524993, 0, {4.09603527146}},
    {"Tanhshrink()", "(3,4)", false, -2.80026623726, 0, {3.203601005}},
    {"Threshold(0.1, 3)", "(3,4)", false, 0.947241109026, 0, {3.48598269612}},
    {"PReLU(3)", "(2,3,4)", false, 0.836120325993, 0, {9.06660280986, 0.406982659759}},
    {"GLU(1)", "(3,4)", false, 1.98287927517, 0, {0.632498483693}},
    {"Softmax(1)", "(3,4)", false, -0.751126430141, 0, {0.854956012608}},
    {"LogSoftmax(0)", "(3,4)", false, -4.90293001549, 0, {4.84181107394}},
    {"RNN(4, 3, 2, nonlinearity='relu', bidirectional=True)", "(3,2,4)", false, 0.628393427311, 0, {0.160286991603, -9.13349118073, 2.65036097001, -0.115630153721, -0.115630153721, -3.78322806252, -1.59536056565, -0.264555519541, -0.264555519541, 9.1231183997, 1.14708944869, 1.84780874642, 1.84780874642, -6.18148492711, 0.797495528192, 1.75381926345, 1.75381926345}},
    {"LSTM(4, 3)", "(3,2,4)", false, -0.378133606866, 0, {-0.550849010593, -2.51836156202, -0.172718146628, -0.775870492713, -0.775870492713}},
    {"LSTM(2, 2, 2, batch_first=True, bidirectional=True)", "(2,3,2), (4,2,2), (4,2,2)", false, 0.313429842851, 0, {-0.423430210985, 0.380111375774, 0.0469012157717, 0.879575614836, -0.247088375263, -0.732177436343, -0.732177436343, -1.22872681961, 0.381855325197, -0.0968150140293, -0.0968150140293, 0.519339229582, -0.443859862521, 0.472223538236, 0.472223538236, -0.505557428548, -0.385228437661, -0.457097009441, -0.457097009441}},
    {"GRU(4, 3, 2)", "(3,2,4), (2,2,3)", false, -3.47133654158, 0, {-0.683627419782, 2.83036601071, -1.09572611157, -1.11778148451, -1.23282294888, -1.08723462797, -0.0759449815667, -5.36431416726, 0.864925353854, 0.942018334313}},
    {"MultiheadAttention(4, 2)", "(3,2,4)", false, 1.65664805205, 0, {0.297906815503, 2.71953058889, -1.55486310541, 4.5890186632, 1.33472333357}},
    {"MultiheadAttention(6, 3, batch_first=True)", "(2,3,6), (2,5,6), (2,5,6)", false, 4.69841093911, 0, {0.112304742859, 0.0598373035267, 0.0122285213702, -5.92149983809, 1.56553692206, -6.44139053568, 5.59602021041}},
    {"MultiheadAttention(4, 2, need_weights=True)", "(3,2,4)", false, 1.41026277975, 0, {0.53323567604, 1.83275930085, -1.35088814708, 4.5890186632, 1.33472333357}},
    {"MultiheadAttention(6, 3, batch_first=True, need_weights=True)", "(2,3,6), (2,5,6), (2,5,6)", false, 5.04763737551, 0, {0.176207723079, -0.273264777582, 0.0122285213702, -6.06497621621, 1.69334619129, -6.44139053568, 5.59602021041}},
    {"TransformerEncoderLayer(4, 2, 5, 0)", "(3,2,4)", true, 0.420773131001, 0, {0.202627635102, -0.0657697213707, -0.0713363606624, 0.247825891093, -0.0381612353293, 0.369789476539, -0.188261671392, -0.0807410150447, -0.285775836559, 0.418908721312, -0.349633047538, -0.239262882393, 1.33472333357}},
    {"TransformerEncoderLayer(4, 1, 3, 0, 'gelu', batch_first=True, norm_first=True)", "(2,3,4)", true, 1.53406748343, 0, {10.7134547707, 0.0809198634262, -0.694159969339, -0.153543216788, 1.26849172249, -0.0891287831923, 0.228480080726, 0.196752750472, 1.33472333357, 0.493757123452, 0.0214717007482, 0.353466159109, 0.343573506032}},
    {"L1Loss()", "(3,4), (3,4)", false, 1.13089048037, 0, {-0.079436940789, 0.079436940789}},
    {"MSELoss(reduction='sum')", "(3,4), (3,4)", false, 19.6451719709, 0, {-3.34210657305, 3.34210657305}},
    {"SmoothL1Loss(beta=0.5)", "(3,4), (3,4)", false, 0.905055857348, 0, {-0.106568867446, 0.106568867446}},
    {"HuberLoss(delta=0.7)", "(3,4), (3,4)", false, 0.575734901665, 0, {-0.0632211833659, 0.0632211833659}},
    {"KLDivLoss(reduction='batchmean')", "(3,4)@-3:-0.1, (3,4)@0.1:0.9", false, 1.35974420693, 0, {0.358293292526, 0.303577817757}},
    {"BCELoss()", "(3,4)@0.1:0.9, (3,4)@0.1:0.9", false, 0.672169797395, 0, {-0.269628574002, 0.470530556761}},
    {"BCEWithLogitsLoss(reduction='sum')", "(3,4), (3,4)@0:1", false, 7.22868016532, 0, {-0.146996504941, 5.64645305196}},
    {"BCEWithLogitsLoss()", "(3,4), (3,4)@0:1, (3,1)@0.5:2, (4)@0.5:3", false, 0.818961052636, 0, {-0.0951523466604, 0.58513535954, NAN, NAN}},
    {"BCEWithLogitsLoss()", "(3,4), (3,4)@0:1, (3,4)@0.5:2, (4)@0.5:2", false, 0.676160716352, 0, {0.0169296174478, NAN, NAN, NAN}},
    {"BCEWithLogitsLoss(reduction='none')", "(3,4), (3,4)@0:1, (3,4)@0.5:2", false, 0.610303072843, 0, {-1.07660510311, NAN, NAN}},
    {"NLLLoss()", "(3,4)@-3:-0.1, i64(3)@0:4", false, 1.54542069391, 0, {0.319013739253}},
    {"CrossEntropyLoss()", "(3,4), i64(3)@0:4", false, 2.04227861722, 0, {0.190066742729}},
    {"CrossEntropyLoss(ignore_index=1, label_smoothing=0.1)", "(4,3), i64(4)@0:3", false, 1.51778148709, 0, {0.0696055796533}},
    {"CrossEntropyLoss(reduction='sum', label_smoothing=0.2)", "(2,3,4), i64(2,4)@0:3, (3)@0.5:2", false, 18.6469997739, 0, {1.65368554023, NAN}},
    {"HingeEmbeddingLoss()", "(3,4), i64(3,4)@1:2", false, 0.358386124419, 0, {-0.0466333207484}},
    {"CosineEmbeddingLoss(0.2)", "(3,4), (3,4), i64(3)@-1:0", false, 0.414437507092, 0, {-0.02141494897, -0.133239543316}},
    {"TripletMarginLoss(2)", "(3,4), (3,4), (3,4)", false, 0.0471216554338, 0, {0.148077587928, -0.394586579126, 0.246508991198}},
    {"CTCLoss()", "(6,2,5)@-3:-0.2, i64(2,2)@1:5, i64(2)@5:7, i64(2)@1:3", false, 3.61686616129, 0, {NAN}},
};
/* clang-format on */

static weir_runtime *rt;

static double cosum(weir_array *a, double shift) {
    int64_t n = weir_array_count(a);
    double *x = malloc((size_t)(n + 1) * sizeof *x), sum = 0;
    CHECK_OK(weir_array_read(a, x, (size_t)n * sizeof *x));
    for (int64_t i = 0; i < n; i++) sum += x[i] * cos((double)i + shift);
    free(x);
    return sum;
}

static void compare(const row *r, const char *what, double got, double wanted) {
    if (isnan(wanted) || fabs(got - wanted) <= 1e-9 + 1e-7 * fabs(wanted)) return;
    test_fail(__FILE__, __LINE__, "%s: %s is %.12g, PyTorch has %.12g", r->text, what, got, wanted);
}

static weir_array *input(const sample_input *in, int k) {
    int64_t n = sample_elements(in);
    double *x = calloc((size_t)n + 1, sizeof *x);
    for (int64_t i = 0; i < n; i++)
        x[i] = in->dtype == WEIR_INT64
                   ? in->low + (double)((i * 7 + k * 3) % (int64_t)(in->high - in->low))
                   : (in->low + in->high) / 2 +
                         (in->high - in->low) / 2 * sin(0.7 * (double)i + 0.3 + k);
    weir_array *a = sample_array(rt, in, WEIR_FLOAT64, x);
    free(x);
    if (kit_is_float(a)) CHECK_OK(weir_array_attach_grad(a, WEIR_GRAD_WRITE));
    return a;
}

static void set_parameter(weir_block *b, const weir_block_entry *e, int j) {
    int64_t n = weir_array_count(e->array);
    double *x = malloc((size_t)(n + 1) * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = 0.5 * cos(0.37 * (double)i + 0.11 * j);
    weir_array *a =
        kit_array(rt, WEIR_FLOAT64, weir_array_ndim(e->array), weir_array_shape(e->array), x);
    CHECK_OK(weir_block_set(b, e->name, a));
    weir_array_release(a);
    free(x);
}

/* Cosines to go back from. */
static weir_array *cosines(weir_array *like, double shift) {
    int64_t n = weir_array_count(like);
    double *x = malloc((size_t)(n + 1) * sizeof *x);
    for (int64_t i = 0; i < n; i++) x[i] = cos((double)i + shift);
    weir_array *a = kit_array(rt, WEIR_FLOAT64, weir_array_ndim(like), weir_array_shape(like), x);
    free(x);
    return a;
}

static void check(const row *r) {
    sample s;
    weir_block_entry entry[ENTRIES];
    weir_array *in[SAMPLE_INPUTS], *out[4], *w[4];
    uint32_t outs = 4;
    int grads = 0;
    double loss = 0, buffers = 0;
    CHECK(sample_read(&(weir_block_def){.name = "", .samples = r->in}, 0, &s));
    weir_block *b = kit_block(rt, r->text);
    size_t entries = weir_block_entries(b, entry, ENTRIES);
    for (size_t i = 0, j = 0; i < entries; i++)
        if (entry[i].trained) set_parameter(b, &entry[i], (int)j++);
    for (uint32_t i = 0; i < s.in_count; i++) in[i] = input(&s.in[i], (int)i);
    weir_training_set(r->train);
    weir_recording_set(1);
    weir_status status = weir_block_forward(b, in, s.in_count, out, &outs);
    weir_recording_set(0);
    weir_training_set(0);
    if (status != WEIR_OK) test_fail(__FILE__, __LINE__, "%s: %s", r->text, weir_error());
    for (uint32_t i = 0; i < outs; i++) {
        loss += cosum(out[i], i);
        w[i] = cosines(out[i], i);
    }
    compare(r, "the loss", loss, r->loss);
    CHECK_OK(weir_backward(out, outs, w, 0));
    for (uint32_t i = 0; i < s.in_count + entries; i++) {
        bool of_input = i < s.in_count;
        weir_array *a = of_input ? in[i] : entry[i - s.in_count].array;
        if (weir_array_grad_mode(a) == WEIR_GRAD_NULL) {
            if (!of_input && kit_is_float(a)) buffers += cosum(a, 0);
            continue;
        }
        weir_array *g = weir_array_grad(a);
        compare(r, of_input ? "the gradient of an input" : entry[i - s.in_count].name,
                g != NULL ? cosum(g, 0.5) : 0, r->grad[grads++]);
        weir_array_release(g);
    }
    compare(r, "the sum of running statistics", buffers, r->buffers);
    for (uint32_t i = 0; i < s.in_count; i++) weir_array_release(in[i]);
    for (uint32_t i = 0; i < outs; i++) weir_array_release(out[i]), weir_array_release(w[i]);
    weir_block_release(b);
}

TEST(layers_and_losses_agree_with_pytorch) {
    const char *only = getenv("TEST_BLOCK");
    rt = kit_runtime(2);
    weir_default_dtype_set(WEIR_FLOAT64);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (only == NULL || strncmp(rows[i].text, only, strlen(only)) == 0) check(&rows[i]);
    weir_runtime_free(rt);
}
