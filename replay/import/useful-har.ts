import { RecordingError } from '../format/format.ts';
import { type ImportedHar, importHar } from './har.ts';
import type { HarLog } from './har-text.ts';
import { countsText, countText } from './import-report.ts';
import { likelyVenue } from './venues.ts';

/**
 * Imports a HAR that has something to show; the report says which of its frames are masked.
 * @throws RecordingError if it has nothing, or only frames of another site: says what it has, and what reads them
 */
export function importUsefulHar(har: string | HarLog): ImportedHar {
  const imported = importHar(har);
  const { report, frames, entries } = imported;
  const foreign = frames.foreign.length;
  const shown = entries.filter(({ kind }) => kind === 'in' || kind === 'http').length;
  const lost = `${countText(foreign)} of ${countText(frames.received)} frames received`;
  if (foreign > 0 && foreign === shown)
    throw new RecordingError(`${lost} are of another site and would be masked; ${hintFor(frames)}`);
  const left = new Map([...report.dropped, ...report.ignored]);
  if (shown === 0 && left.size > 0) throw new RecordingError(`nothing could be read: ${countsText(left)}`);
  if (foreign > 0) report.notes.push(`masked, since of another site: ${lost}; ${hintFor(frames)}`);
  return imported;
}

/** Number of frames by which their venue is guessed. */
const MAX_SAMPLE = 1_000;

/** The source by which the frames of another site can be imported. */
function hintFor({ foreign, hosts }: ImportedHar['frames']): string {
  const venue = likelyVenue(foreign.slice(0, MAX_SAMPLE), hosts);
  return venue === undefined
    ? 'for a stream of another site use --map'
    : `for this site use --from ${venue.name}`;
}
