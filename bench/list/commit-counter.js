// Counts React's commits and the page's text changes from outside React. Injected before the page's first script.
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
window.__countTexts = () => {
  new MutationObserver((changes) => {
    window.__texts += changes.length;
  }).observe(document.body, { subtree: true, characterData: true, childList: true });
};
