import type { Browser, Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly dur?: number;
}

const COLLECTIONS = new Set(['MinorGC', 'MajorGC']);

/** ms that page and worker stood still for collections, of each second of `use`. */
export async function collectingDuring(
  browser: Browser,
  page: Page,
  use: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['devtools.timeline', 'v8'] });
  const from = performance.now();
  await use();
  const seconds = (performance.now() - from) / 1000;
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(
    (await browser.stopTracing()).toString(),
  );
  return gcMs(trace.traceEvents) / seconds;
}

/** Of complete events of a trace, whose lengths are in µs. */
export const gcMs = (events: readonly TraceEvent[]): number =>
  events.reduce((sum, { name, ph, dur }) => sum + (ph === 'X' && COLLECTIONS.has(name) ? (dur ?? 0) : 0), 0) /
  1000;
