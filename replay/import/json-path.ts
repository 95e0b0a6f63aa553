import { isFields } from '../../shared/json.ts';

/** Where a value lies in a message: names of fields and places in lists. */
export interface JsonPath {
  /** As it was written. */
  readonly text: string;
  /** Whether it counts from the whole message and not from an item of its list. */
  readonly isFromRoot: boolean;
  readonly steps: readonly (string | number)[];
}

const ROOT = /^\$/;
/** `.name`, at the beginning without the point; `[3]`, `[-1]`; `["any name"]`. */
const STEP = /\.?([A-Za-z_][\w-]*)|\[(-?\d{1,9})\]|\["([^"]*)"\]/y;

/** Reads a path such as `data.trades[0]`, `$.stream` or `["odd name"]`; undefined if the text is not a path. */
export function parseJsonPath(text: string): JsonPath | undefined {
  const isFromRoot = ROOT.test(text);
  const steps: (string | number)[] = [];
  let at = isFromRoot ? 1 : 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null || (text[at] === '.' && at === 0)) return undefined;
    const [whole, name, place, quoted] = found;
    if (name !== undefined && at > 0 && text[at] !== '.') return undefined;
    steps.push(name ?? quoted ?? Number(place));
    at += whole.length;
  }
  return steps.length > 0 || isFromRoot ? { text, isFromRoot, steps } : undefined;
}

/** The value at a path; undefined if the path leads nowhere. */
export function valueAt({ steps }: JsonPath, value: unknown): unknown {
  let found = value;
  for (const step of steps) {
    if (typeof step === 'number') found = Array.isArray(found) ? found.at(step) : undefined;
    else found = isFields(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }
  return found;
}
