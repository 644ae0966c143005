const reader = m.makeReader(model, 64);
const said = (run) => JSON.stringify([...Array(nHeads).keys()].map((h) => run.parts(h, run.n - 1)));
const alone = said(finish(m.makeReader(model, 64)(others, [], [])));
const slices = [...m.makeReader(model, 64)(tokens, off, mlps)].length;
return [...Array(slices).keys()].map((taken) => {
    finish(reader(others.slice(0, 5), [], []));
    const ended = reader(tokens, off, mlps);
    for (let i = 0; i <= taken; i++) ended.next();
    const later = said(finish(reader(others, [], []))) === alone;
    return later && finish(ended) === null && said(finish(reader(others, [], []))) === alone;
});
