// Counts React's commits and the changes of a page's text, from outside of it: put in before its first script.
window.__commits = 0;
window.__texts = 0;
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  checkDCE: () => {},
  onCommitFiberRoot: () => {
    window.__commits++;
  },
  onCommitFiberUnmount: () => {},
  onPostCommitFiberRoot: () => {},
  onScheduleFiberRoot: () => {},
};
// Of what is in view; of the whole page where no rows are named.
window.__countTexts = (rows = 'body') => {
  const observer = new MutationObserver((changes) => {
    window.__texts += changes.length;
  });
  for (const row of document.querySelectorAll(rows)) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight)
      observer.observe(row, { subtree: true, characterData: true, childList: true });
  }
};
