/** One place in which two JSON values differ. */
export interface Difference {
  /** `quotes.EURUSD[0]` and the like. */
  readonly path: string;
  readonly left: string;
  readonly right: string;
}

/** Every place in which two JSON values differ, outermost first. */
export function differences(left: unknown, right: unknown, path = ''): readonly Difference[] {
  if (Object.is(left, right)) return [];
  if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) {
    const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return names.flatMap((name) =>
      differences(Reflect.get(left, name), Reflect.get(right, name), placed(path, name, Array.isArray(left))),
    );
  }
  return [{ path, left: shown(left), right: shown(right) }];
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

function placed(path: string, name: string, isItem: boolean): string {
  if (isItem) return `${path}[${name}]`;
  return path === '' ? name : `${path}.${name}`;
}

const shown = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));
