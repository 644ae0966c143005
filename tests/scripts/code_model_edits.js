const slices = m.makeReader(model, 64);
const reader = (...given) => finish(slices(...given));
const displayed = (run) => JSON.stringify([...Array(nHeads).keys()].map((h) => [
    run.weights(h).map((row) => [...row]), run.parts(h, run.n - 1)]).concat(
    [[...run.probabilities(run.n - 1)], [...run.probabilities(0)], run.n > 1 && run.loss()]));
return steps.map(([tokens, off, mlps]) => {
    const kept = displayed(reader(tokens, off, mlps));
    return kept === displayed(finish(m.makeReader(model, 64)(tokens, off, mlps)));
});
