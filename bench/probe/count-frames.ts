import type { Browser } from 'playwright';

/** Frames of all open pages. */
export interface Frames {
  /** Frames that the main thread began: scripts, style, layout and paint where something changed. */
  readonly made: number;
  /** Frames among `made` that gave the compositor new content. */
  readonly changed: number;
  /** Frames that the compositor drew: it scrolls between the main thread's frames. */
  readonly drawn: number;
}

const KINDS: Readonly<Record<keyof Frames, string>> = {
  made: 'BeginMainThreadFrame',
  changed: 'ActivateLayerTree',
  drawn: 'DrawFrame',
};
const CATEGORIES = ['devtools.timeline.frame', 'disabled-by-default-devtools.timeline.frame'];

/**
 * Starts to count frames with the browser's trace; a loop of animation frames would itself cause frames.
 * @returns a function that stops and returns the counts
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
