/** JSON strings, each with a following colon if it is a name. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Parses an object of texts and numbers, like a form; a repeated name appears twice. Null counts as absent. The texts of an
 * object within it get dotted names, such as `keys.auth`; nothing is nested deeper.
 * @returns undefined for anything else
 */
export function readFlatJson(text: string): URLSearchParams | undefined {
  let value: unknown;
  /** Numbers as they were sent: `1e3` is no plain decimal in a form either. */
  const numbers = new Map<string, string>();
  try {
    value = JSON.parse(text, (name, part, context?: { readonly source?: string }) => {
      if (typeof part === 'number' && context?.source !== undefined) numbers.set(name, context.source);
      return part;
    });
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const fields = new URLSearchParams();
  for (const [name, part] of Object.entries(value)) {
    if (isObject(part)) {
      const inner = Object.entries(part);
      if (inner.length === 0 || inner.some(([, text]) => typeof text !== 'string')) return undefined;
      for (const [own, text] of inner) fields.append(`${name}.${own}`, text);
    } else if (part !== null) {
      if (typeof part !== 'string' && !isExact(part)) return undefined;
      fields.append(name, typeof part === 'string' ? part : (numbers.get(name) ?? ''));
    }
  }
  // `JSON.parse` keeps the last of two equal names; a call must see both.
  for (const name of namesGivenTwice(text)) {
    fields.append(name, '');
    fields.append(name, '');
  }
  return fields;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number beyond a double's exact range would differ from what was sent. */
const isExact = (part: unknown): boolean =>
  typeof part === 'number' && Math.abs(part) <= Number.MAX_SAFE_INTEGER;

function namesGivenTwice(text: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const [match, isName] of text.matchAll(STRINGS)) {
    if (!isName) continue;
    const name = nameOf(match);
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

const nameOf = (match: string): string => JSON.parse(match.slice(0, match.lastIndexOf('"') + 1));
