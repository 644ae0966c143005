(control) => {
    const seen = (control.matches("input") && control.labels[0]) || control;
    const middle = () => {
        const box = seen.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const free = () => seen.contains(document.elementFromPoint(...middle()));
    if (free()) return middle();
    seen.scrollIntoView({ block: "center", behavior: "instant" });
    return free() ? middle() : null;
}
