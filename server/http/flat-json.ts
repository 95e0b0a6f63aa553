/** JSON strings, each with a following colon if it is a name. */
const STRINGS = /"(?:[^"\\]|\\.)*"(\s*:)?/g;

/**
 * Parses an object of texts and numbers without nesting, like a form; a repeated name appears twice. Null
 * counts as absent.
 * @returns undefined for anything else
 */
export function readFlatJson(text: string): URLSearchParams | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const fields = new URLSearchParams();
  for (const [name, part] of Object.entries(value)) {
    if (typeof part !== 'string' && part !== null && !isExact(part)) return undefined;
    if (part !== null) fields.append(name, String(part));
  }
  // `JSON.parse` keeps the last of two equal names; a call must see both.
  for (const name of namesGivenTwice(text)) {
    fields.append(name, '');
    fields.append(name, '');
  }
  return fields;
}

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
