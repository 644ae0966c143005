async () => {
    const article = document.querySelector("article");
    for (const fold of article.querySelectorAll("details")) fold.open = false;
    const imports = [...article.querySelectorAll(".cell")].filter((cell) =>
        /^\s*imports/.test(cell.querySelector("summary")?.textContent));
    const code = [...article.querySelectorAll(".cell:has(.mha) > .cell_input")];
    const hidden = [...imports, ...code];
    const leaves = [...article.querySelectorAll("*")].filter((node) =>
        (node.matches(".mha") || !(node.closest(".mha") || node.childElementCount))
        && !hidden.some((part) => part.contains(node)));
    const shown = () => leaves.flatMap((node, i) => {
        if (!node.checkVisibility({ visibilityProperty: true })) return [];
        const { top, bottom } = node.getBoundingClientRect();
        return bottom > top ? [[i, top + scrollY, bottom + scrollY]] : [];
    });
    const press = async (key) => {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    };
    const read = shown().map(([i]) => i);
    scrollTo({ top: 0, behavior: "instant" });
    await press("p");
    const stops = [];
    for (;;) {
        const { bottom } = document.querySelector(".bd-header-article").getBoundingClientRect();
        const displayed = document.querySelector(".steps [role=status]").textContent.split(":")[0];
        const start = scrollY + bottom;
        const stop = { displayed, start, end: scrollY + innerHeight, parts: shown() };
        const [now, before] = [stop, stops.at(-1) ?? {}].map((one) =>
            [one.displayed, one.start, one.parts?.length].join());
        if (now === before) return [read, stops];
        const { scrollWidth, clientWidth } = document.documentElement;
        const left = hidden.filter((part) => part.checkVisibility()).length;
        stops.push({ ...stop, left, beside: scrollWidth - clientWidth });
        await press("PageDown");
    }
}
