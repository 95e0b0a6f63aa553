// Finds what is tapped next, as soon as it can be tapped. Injected before the page's first script.
window.__firstByteMs = () => performance.getEntriesByType('navigation')[0].responseStart;
// Resolves when the first element that a selector finds lies still and uncovered: its middle, and when it was there.
window.__reach = (selector) =>
  new Promise((reached) => {
    let foundMs = 0;
    let before = '';
    const look = () => {
      const found = document.querySelector(selector);
      if (found !== null) {
        foundMs ||= performance.now();
        const { left, top, width, height } = found.getBoundingClientRect();
        const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
        const isStill = before === `${x} ${y}`;
        before = `${x} ${y}`;
        // On a busy phone a sheet that slides may stand for two frames, but not for as long as the finger rests.
        const slides = document.getAnimations().some(({ effect }) => effect?.target?.contains(found));
        if (isStill && !slides && found.contains(document.elementFromPoint(x, y)))
          return reached({ x, y, foundMs });
      }
      requestAnimationFrame(look);
    };
    look();
  });
