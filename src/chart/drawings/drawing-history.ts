/* What undo takes back on a chart: pure. */
import type { Drawing } from '../../state/drawings.ts';

/** The drawings before each change that can be taken back, the newest last. */
export type History = readonly (readonly Drawing[])[];

const MAX_STEPS = 50;

/** After a change; a drag that ends where it began is no step. */
export const noted = (history: History, before: readonly Drawing[], after: readonly Drawing[]): History =>
  JSON.stringify(before) === JSON.stringify(after) ? history : [...history, before].slice(-MAX_STEPS);
