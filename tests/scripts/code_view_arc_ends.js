() => {
    const svg = document.querySelector(".mha-chips svg");
    const boxes = [...document.querySelectorAll(".mha-chips button")].map((chip) => {
        const { x, y, width, height } = chip.getBoundingClientRect();
        return [x + width / 2, y, y + height];
    });
    const arcs = [...svg.querySelectorAll("path")].map((path) => {
        const to = path.getScreenCTM();
        const ends = [0, path.getTotalLength()].map((at) => {
            const { x, y } = path.getPointAtLength(at).matrixTransform(to);
            return [x, y];
        });
        return [ends.flat(), Number(path.getAttribute("stroke-width"))];
    });
    return [boxes, arcs];
}
