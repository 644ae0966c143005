() => [...document.querySelectorAll(".bd-article table")]
    .filter((table) => table.checkVisibility() && !table.closest(".mha"))
    .filter((table) => {
        const box = table.parentElement;
        const hidden = box.scrollWidth - box.clientWidth - box.scrollLeft;
        const { overflowX, maskImage } = getComputedStyle(box);
        const reached = overflowX === "auto" && box.tabIndex === 0;
        return hidden > 1 && !(reached && maskImage !== "none");
    })
    .map((table) => table.textContent.replace(/\s+/g, " ").slice(0, 60))
