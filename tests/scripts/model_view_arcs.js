() => [...document.querySelectorAll(".mha-letters svg")].map((svg) => {
    const { left, top, right, bottom } = svg.getBoundingClientRect();
    const arcs = [...svg.querySelectorAll("path")].map((path) => {
        const long = path.getTotalLength(), to = path.getScreenCTM();
        return [0, long, long / 2].map((at) => {
            const { x, y } = path.getPointAtLength(at).matrixTransform(to);
            return [x, y];
        });
    });
    return { arcs, edges: [left, top, right, bottom] };
})
