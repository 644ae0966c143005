const slices = m.makeReader(model, 64);
const reader = (...given) => finish(slices(...given));
return texts.map((tokens) => {
    const run = reader(tokens, off, mlps);
    const n = tokens.length;
    const heads = [...Array(nHeads).keys()];
    return {
        weights: heads.map((h) => run.weights(h).map((row) => [...row])),
        probabilities: tokens.map((_, i) => run.probabilities(i)),
        loss: n > 1 ? run.loss() : 0,
        parts: heads.map((h) => run.parts(h, n - 1)),
    };
});
