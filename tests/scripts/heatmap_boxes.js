(map) => {
    const box = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        return [left, top, right, bottom];
    };
    const seen = (where) => [...map.querySelectorAll(where)].filter((n) => n.checkVisibility());
    return {
        picture: box(map.querySelector("canvas")),
        marks: seen(".mha-mark").map(box),
        rows: seen(".mha-rows span").map(box),
        columns: seen(".mha-cols span").map(box),
    };
}
