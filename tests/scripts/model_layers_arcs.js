() => {
    const middles = [...document.querySelectorAll(".mha-text button")].map((button) => {
        const { left, width } = button.getBoundingClientRect();
        return left + width / 2;
    });
    const nearest = (x) => {
        const far = middles.map((middle) => Math.abs(middle - x));
        return far.indexOf(Math.min(...far));
    };
    return [...document.querySelectorAll(".mha-letters svg > g > g")].map((group) =>
        [...group.querySelectorAll("path")].map((path) => {
            const long = path.getTotalLength(), to = path.getScreenCTM();
            const ends = [0, long].map((at) => nearest(path.getPointAtLength(at)
                .matrixTransform(to).x));
            const thick = Number(path.getAttribute("stroke-width"));
            return [...ends, getComputedStyle(path).strokeDasharray !== "none", thick];
        }));
}
