import type { Browser } from 'playwright';

/** Of the pages that are open. */
export interface Frames {
  /** That the main thread began: scripts, style, layout and paint where something changed. */
  readonly made: number;
  /** Of them, those that brought something new to the compositor. */
  readonly changed: number;
  /** That the compositor drew: scrolling goes on between the main thread's. */
  readonly drawn: number;
}

const KINDS: Readonly<Record<keyof Frames, string>> = {
  made: 'BeginMainThreadFrame',
  changed: 'ActivateLayerTree',
  drawn: 'DrawFrame',
};
const CATEGORIES = ['devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame'];

/**
 * Counts frames from now on, by the browser's own trace: a loop of animation frames would make those that it counts.
 * @returns ends it and says how many there were
 */
export async function countFrames(browser: Browser): Promise<() => Promise<Frames>> {
  const cdp = await browser.newBrowserCDPSession();
  const counted = new Map<string, number>();
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const { name } of value as readonly { readonly name?: string }[])
      if (name !== undefined) counted.set(name, (counted.get(name) ?? 0) + 1);
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  const of = (kind: keyof Frames) => counted.get(KINDS[kind]) ?? 0;
  return async () => {
    const all = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await all;
    await cdp.detach();
    return { made: of('made'), changed: of('changed'), drawn: of('drawn') };
  };
}
