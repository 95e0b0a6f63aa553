import { parse } from '../shared/contract/parameter.ts';
import type { RouteShape } from '../shared/contract/routes.ts';
import { ok, type Result } from '../shared/result.ts';
import { badField } from './refusals.ts';

/**
 * Reads the parameters of a call by its contract: each once, no unknown names. `t` is the client's time stamp
 * against caches. A NUL is refused, since PostgreSQL cannot store it.
 */
export function readValues(
  { method, request = {} }: RouteShape,
  parameters: URLSearchParams,
): Result<Readonly<Record<string, unknown>>> {
  const texts = new Map<string, string>();
  for (const [name, text] of parameters) {
    const isStamp = method !== 'POST' && name === 't';
    if (texts.has(name) || !(isStamp || Object.hasOwn(request, name))) return badField(name);
    if (text.includes('\0') || (isStamp && !/^(?:0|[1-9][0-9]{0,14})$/.test(text))) return badField(name);
    texts.set(name, text);
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(request)) {
    const parsed = parse(parameter, texts.get(name));
    if (parsed === 'refused') return badField(name);
    values[name] = parsed.value;
  }
  return ok(values);
}
