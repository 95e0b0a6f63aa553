// Records paints, layout shifts and long tasks of a page, and when its first row and the first sparkline in a row are
// in the document. Injected before the page's first script.
window.__vitals = {
  paint: 0,
  contentful: 0,
  element: '',
  shift: 0,
  shifted: '',
  tasks: [],
  row: 0,
  picture: 0,
};
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
const nameOf = (node) => (node ? `${node.nodeName.toLowerCase()}.${node.className ?? ''}` : '');
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') window.__vitals.paint = startTime;
});
observe('largest-contentful-paint', ({ startTime, element }) => {
  window.__vitals.contentful = startTime;
  window.__vitals.element = nameOf(element);
});
observe('layout-shift', ({ value, hadRecentInput, sources }) => {
  if (hadRecentInput) return;
  window.__vitals.shift += value;
  window.__vitals.shifted += `${sources.map(({ node }) => nameOf(node)).join(', ')} `;
});
observe('longtask', ({ startTime, duration }) => {
  window.__vitals.tasks.push([startTime, duration]);
});
const SEEN = { row: 'li[aria-posinset] a', picture: 'li[aria-posinset] [class*="_spark_"] img' };
const watch = new MutationObserver(() => {
  for (const [name, selector] of Object.entries(SEEN)) {
    if (window.__vitals[name] === 0 && document.querySelector(selector))
      window.__vitals[name] = performance.now();
  }
  if (window.__vitals.picture > 0) watch.disconnect();
});
watch.observe(document, { childList: true, subtree: true });
