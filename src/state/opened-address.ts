/*
 * What the address asks for that was opened: a recording (`?record`), a replay of a file of this site
 * (`?replay=/files/a.jsonl.gz#t=40`), or, after a reload, the replay or the recording of the tab.
 * What carries it out is imported when it is needed: the first route names every file that this one imports.
 */
import { perTab } from '../link/storage.ts';
import { noteOpeningProblem } from './diagnostics-flags.ts';
import { link } from './link.ts';
import { RECORD_KEY } from './replay-source.ts';

/** @param href the address that was opened */
export async function followOpenedAddress(href: string): Promise<void> {
  const opened = new URL(href);
  const address = opened.searchParams.get('replay');
  const [visit] = performance.getEntriesByType('navigation');
  const isReload = visit instanceof PerformanceNavigationTiming && visit.type === 'reload';
  if (isReload && (await restored(opened))) return;
  if (address !== null) return openAddress(address, opened);
  const records = opened.searchParams.has('record') || perTab.get(RECORD_KEY) !== null;
  if (!records) return void (await restored(opened));
  const { startRecording } = await import('./recording.ts');
  await startRecording();
}

async function restored({ pathname, search }: URL): Promise<boolean> {
  const { restoreReplay } = await import('./kept-replay.ts');
  if (!(await restoreReplay())) return false;
  // A guard may have led elsewhere before the replay was there.
  if (location.pathname !== pathname) history.replaceState(null, '', pathname + search);
  return true;
}

async function openAddress(address: string, { href, origin, hash }: URL): Promise<void> {
  const wanted = urlOf(address, href);
  if (wanted?.origin !== origin) return noteOpeningProblem({ kind: 'foreign', address });
  const loaded = await link().call((engine) => engine.loadRecording(wanted.href));
  if (!loaded.ok || !(loaded.value instanceof Blob)) return noteOpeningProblem({ kind: 'missing', address });
  const name = wanted.pathname.split('/').at(-1) ?? '';
  const { openReplay } = await import('./replay.ts');
  openReplay(new File([loaded.value], name), { atMs: momentOf(hash) });
}

function urlOf(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}

const MOMENT = /^#t=(?:(\d{1,6}):)?(\d{1,9}(?:\.\d+)?)$/;

/** Of `#t=40` or `#t=1:20.5`, ms. */
function momentOf(hash: string): number {
  const [, minutes = '0', seconds = '0'] = MOMENT.exec(hash) ?? [];
  return Math.round((Number(minutes) * 60 + Number(seconds)) * 1_000);
}
