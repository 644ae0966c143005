() => {
    const rows = [];
    [...document.querySelectorAll(".mha-chips button")].forEach((chip, i) => {
        const { top, bottom } = chip.getBoundingClientRect();
        if (rows.at(-1)?.top !== top) rows.push({ top, bottom, tokens: [] });
        rows.at(-1).tokens.push(i);
    });
    const svg = document.querySelector(".mha-chips svg");
    const { left, right } = svg.getBoundingClientRect();
    const arcs = [...svg.querySelectorAll("path")].map((path) => {
        const parts = path.getAttribute("d").split(/(?=M)/).map((d) => {
            const part = path.parentNode.appendChild(path.cloneNode());
            part.setAttribute("d", d);
            const { left, top, right, bottom } = part.getBoundingClientRect();
            part.remove();
            return { left, top, right, bottom };
        });
        return { position: Number(path.dataset.position), parts };
    });
    return [rows, arcs, [left, right]];
}
