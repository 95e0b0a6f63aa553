// Records paints, layout shifts and long tasks of a page, when its first row and the first sparkline in a row are in the
// document, when its first price is painted, and when that price first changes. Injected before the page's first script.
window.__vitals = {
  firstPaintMs: 0,
  largestPaintMs: 0,
  largest: '',
  layoutShift: 0,
  shifted: '',
  tasks: [],
  rowMs: 0,
  pictureMs: 0,
  priceMs: 0,
  changeMs: 0,
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
  lookAtPrice();
  if (window.__vitals.pictureMs > 0 && window.__vitals.changeMs > 0) watch.disconnect();
});
watch.observe(document, { childList: true, characterData: true, subtree: true });

// Of the app, before and after its script has drawn the list, and of the static page.
const PRICES = '#first .quote-price, li[aria-posinset="1"] .quote-price, .row > span:only-of-type';
let first = '';
function lookAtPrice() {
  const text = document.querySelector(PRICES)?.textContent ?? '';
  if (!/\d/.test(text) || window.__vitals.changeMs > 0) return;
  if (first === '') {
    first = text;
    requestAnimationFrame(() => {
      window.__vitals.priceMs = performance.now();
    });
  } else if (text !== first) window.__vitals.changeMs = performance.now();
}
