// Records paints, layout shifts and long tasks of a page, and when its first row and the first sparkline in a row are
// in the document. Injected before the page's first script.
window.__vitals = {
  firstPaintMs: 0,
  largestPaintMs: 0,
  largest: '',
  layoutShift: 0,
  shifted: '',
  tasks: [],
  rowMs: 0,
  pictureMs: 0,
};
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
const nameOf = (node) => (node ? `${node.nodeName.toLowerCase()}.${node.className ?? ''}` : '');
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') window.__vitals.firstPaintMs = startTime;
});
observe('largest-contentful-paint', ({ startTime, element }) => {
  window.__vitals.largestPaintMs = startTime;
  window.__vitals.largest = nameOf(element);
});
observe('layout-shift', ({ value, hadRecentInput, sources }) => {
  if (hadRecentInput) return;
  window.__vitals.layoutShift += value;
  window.__vitals.shifted += `${sources.map(({ node }) => nameOf(node)).join(', ')} `;
});
observe('longtask', ({ startTime, duration }) => {
  window.__vitals.tasks.push([startTime, duration]);
});
const SEEN = { rowMs: 'li[aria-posinset] a', pictureMs: 'li[aria-posinset] img[src^="data:"]' };
const watch = new MutationObserver(() => {
  for (const [name, selector] of Object.entries(SEEN)) {
    if (window.__vitals[name] === 0 && document.querySelector(selector))
      window.__vitals[name] = performance.now();
  }
  if (window.__vitals.pictureMs > 0) watch.disconnect();
});
watch.observe(document, { childList: true, subtree: true });
