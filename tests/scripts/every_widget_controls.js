(least) => [...document.querySelectorAll(
        "button, summary, select, textarea, input, [role=button], [aria-label], [aria-valuetext]")]
    .flatMap((node) => {
        const control = node.matches("button, summary, select, textarea, input, [role=button]");
        const own = control ? node.textContent : "";
        const said = [node.ariaLabel, node.ariaValueText, node.title, own].join(" ");
        const seen = (node.matches("[type=radio], [type=checkbox]") && node.labels[0]) || node;
        const { width, height } = seen.getBoundingClientRect();
        const small = control && node.checkVisibility() && Math.min(width, height) < least;
        return small || /undefined|NaN/.test(said)
            ? [`${width} x ${height}: ${node.outerHTML.slice(0, 150)}`] : [];
    })
