(count) => new Promise((resolve, reject) => {
    const look = () => {
        if (document.querySelectorAll(".mha").length !== count) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(resolve));
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
    look();
    setTimeout(() => reject(new Error(`${count} widgets did not come`)), 10_000);
})
