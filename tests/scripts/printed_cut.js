() => {
    const edges = new Map([[document.body, document.documentElement.clientWidth]]);
    const edge = (node) => {
        if (!edges.has(node)) {
            const clips = getComputedStyle(node).overflowX !== "visible" && node.clientWidth > 1;
            const own = clips ? node.getBoundingClientRect().right : Infinity;
            edges.set(node, Math.min(own, edge(node.parentElement)));
        }
        return edges.get(node);
    };
    const texts = document.createNodeIterator(
        document.querySelector(".bd-article"), NodeFilter.SHOW_TEXT);
    const [range, cut] = [new Range(), []];
    for (let text; (text = texts.nextNode()); ) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
        if (parent.closest(".katex-mathml, .visually-hidden, .mha, svg")) continue;
        range.selectNodeContents(text);
        const { right } = range.getBoundingClientRect();
        if (right > edge(parent) + 2) cut.push(text.data.trim().slice(0, 60));
    }
    return cut;
}
