// Records what the browser reports of each interaction. Injected before the page's first script.
window.__interactions = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries())
    if (interactionId > 0) window.__interactions.push([interactionId, duration]);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
