// Records paints, layout shifts and long tasks of a page. Injected before the page's first script.
window.__vitals = { paint: 0, contentful: 0, element: '', shift: 0, shifted: '', tasks: [] };
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
