() => [...document.querySelectorAll(".mha-flow .mha-map")].flatMap((map, i) =>
    [...map.querySelectorAll(".mha-framed > div")].map((box) => {
        const all = map.querySelector("canvas"), own = box.getBoundingClientRect();
        const { left, top, width, height } = all.getBoundingClientRect();
        const [row, column] = [height / all.height, width / all.width];
        return [i, Math.round((own.top - top) / row), Math.round((own.left - left) / column),
            Math.round(own.height / row), Math.round(own.width / column), box.className];
    }))
