() => {
    const { clientWidth: edge, scrollWidth: width } = document.documentElement;
    if (width <= edge) return [];
    const scrolls = (node) => node && node !== document.body &&
        (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
    const hidden = (node) => !node.checkVisibility({ visibilityProperty: true });
    const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_ALL);
    const [range, wide] = [new Range(), []];
    for (let node; (node = nodes.nextNode()); ) {
        const element = node instanceof Element;
        range.selectNode(node);
        const { right } = (element ? node : range).getBoundingClientRect();
        if (right > edge + 1 && !hidden(element ? node : node.parentElement) &&
            !scrolls(node.parentElement)) wide.push(node);
    }
    const inner = wide.filter((node, i) => !node.contains(wide[i + 1]));
    const shown = inner.map((node) => (node.outerHTML ?? node.textContent).slice(0, 200));
    return [`the page is ${width} wide: ${shown.join(" ... ").replace(/\s+/g, " ")}`];
}
