() => {
    window.spoken = [];
    new MutationObserver((changes) => {
        const parts = changes.map(({ target }) => target.parentElement?.closest("[aria-atomic]")
            ?? (target instanceof Element ? target : target.parentElement));
        const own = changes.map(({ target }, i) =>
            target instanceof Element && target.ariaAtomic === "true" ? target : parts[i]);
        for (const part of new Set(own)) {
            const region = part.closest("[aria-live], output, [role=status]");
            if (region && region.ariaLive !== "off" && part.textContent.trim())
                spoken.push(part.textContent.trim());
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
