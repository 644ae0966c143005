const root = {};
const slices = m.makeSlices(root);
const steps = [];
const work = (name) => function* () {
    for (let i = 0; i < 3; i++) {
        for (const end = performance.now() + 25; performance.now() < end; );
        steps.push(name + i);
        yield;
    }
};
const idle = async () => {
    while (root.ariaBusy === "true") await new Promise((r) => setTimeout(r));
};
