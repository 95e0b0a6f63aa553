/*
 * Counts what the platform copies for our functions: its own functions have no calls that V8's coverage would count. They are
 * wrapped, and whoever calls them is found on the stack.
 */

type Copying = (this: unknown, ...args: readonly unknown[]) => unknown;

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (ArrayBuffer.isView(value)) return 'length' in value ? Number(value.length) : value.byteLength;
  return value instanceof ArrayBuffer ? value.byteLength : 0;
};

const ofResult = (result: unknown): number => lengthOf(result);
const ofFirst = (_result: unknown, [first]: readonly unknown[]): number => lengthOf(first);

const TYPED_ARRAY: object = Object.getPrototypeOf(Float64Array.prototype);
const COPYING: readonly [name: string, of: object, key: string, size: typeof ofFirst][] = [
  ['TypedArray.slice', TYPED_ARRAY, 'slice', ofResult],
  ['TypedArray.set', TYPED_ARRAY, 'set', ofFirst],
  ['ArrayBuffer.slice', ArrayBuffer.prototype, 'slice', ofResult],
  ['Array.slice', Array.prototype, 'slice', ofResult],
  ['Array.concat', Array.prototype, 'concat', ofResult],
  ['Array.toSorted', Array.prototype, 'toSorted', ofResult],
  ['Array.from', Array, 'from', ofResult],
  ['JSON.parse', JSON, 'parse', ofFirst],
  ['JSON.stringify', JSON, 'stringify', ofResult],
];

/**
 * @param isCounted whether the module of this address counts as a caller
 * @returns what has been copied since: elements, and characters of JSON read and written, by the name of the platform's function
 */
export function countCopies(isCounted: (url: string) => boolean): () => Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const [name, of, key, size] of COPYING) {
    const copy: Copying = Reflect.get(of, key);
    const counted: Copying = function (...args) {
      const result = Reflect.apply(copy, this, args);
      const elements = size(result, args);
      if (elements > 0 && isCounted(callerOf(counted))) counts.set(name, (counts.get(name) ?? 0) + elements);
      return result;
    };
    Object.defineProperty(of, key, { value: counted, writable: true, configurable: true });
  }
  return () =>
    Object.fromEntries([...counts].map(([name, elements]) => [`copied: ${name}`, elements] as const).sort());
}

/** The address of the module that called `called`; empty where it is no module. */
function callerOf(called: Copying): string {
  const { stackTraceLimit } = Error;
  const at: { stack?: string } = {};
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(at, called);
  Error.stackTraceLimit = stackTraceLimit;
  return /(file:.*?):\d+:\d+\)?$/.exec(at.stack ?? '')?.[1] ?? '';
}
