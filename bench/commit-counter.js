// Counts React commits and text changes of a page, from outside of it.
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
addEventListener('DOMContentLoaded', () => {
  new MutationObserver((changes) => {
    window.__texts += changes.length;
  }).observe(document.body, { subtree: true, characterData: true, childList: true });
});
