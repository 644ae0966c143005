(kind) => {
    const all = [...document.querySelectorAll("[data-stage]")].map((node) => {
        const [x, y, cell, high, rows, columns] = node.dataset.box.split(" ").map(Number);
        const ruler = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        const size = { x, y, width: cell * columns, height: high * rows };
        for (const [name, value] of Object.entries(size)) ruler.setAttribute(name, value);
        node.append(ruler);
        const box = ruler.getBoundingClientRect();
        ruler.remove();
        const part = node.closest("[data-part]").dataset.part;
        const { stage, head = "0" } = node.dataset;
        return { box, rows, columns, name: [part === "concatenation" ? part : stage, +head] };
    });
    return [...document.querySelectorAll(`.mha-marks .${kind}`)].map((frame) => {
        const own = frame.getBoundingClientRect();
        const [x, y] = [own.x + own.width / 2, own.y + own.height / 2];
        const { box, rows, columns, name } = all.find(({ box }) =>
            x > box.left && x < box.right && y > box.top && y < box.bottom);
        const [cell, high] = [box.width / columns, box.height / rows];
        const cells = [own.top - box.top, own.bottom - box.top].map((at) => Math.round(at / high));
        const line = [own.left - box.left, own.right - box.left].map((at) => Math.round(at / cell));
        return [...name, ...cells, ...line];
    }).sort();
}
