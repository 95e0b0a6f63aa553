import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { Field } from '../call.ts';
import { SHAPES } from './answers.ts';

/** JSON Schema as OpenAPI 3.1 has it, draft 2020-12; checks that it has no words for are left out. */
const TARGET = { target: 'draft-2020-12', errorMode: 'ignore' } as const;

export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** An answer's schema; the named shapes in it are references. */
export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return tidy(
    toJsonSchema(schema, {
      ...TARGET,
      definitions: SHAPES,
      overrideRef: ({ referenceId }) => refTo(referenceId),
    }),
  );
}

/** The named shapes themselves. */
export function shapeSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => [name, tidy(toJsonSchema(shape, TARGET))]),
  );
}

/** What a parameter may be, as the text that stands in the query or form. */
export function fieldSchema(field: Field): JsonSchema {
  const schema = tidy(toJsonSchema(field, TARGET));
  return schema.enum?.every((value) => /^[0-9]+$/.test(String(value)))
    ? { type: 'integer', enum: schema.enum.map(Number) }
    : schema;
}

/**
 * Without what says nothing to a reader: the dialect, that names are texts, bounds that every number has, and that there
 * are no other properties (later versions may add some).
 */
function tidy(schema: JsonSchema): JsonSchema {
  const { $schema, $defs, propertyNames, additionalProperties, maximum, ...rest } = schema;
  const tidied: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' ? tidyEach(Object(value)) : tidyPart(value),
    ]),
  );
  if (additionalProperties !== false && additionalProperties !== undefined)
    tidied['additionalProperties'] = tidyPart(additionalProperties);
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) tidied['maximum'] = maximum;
  return tidied;
}

const tidyEach = (schemas: object): object =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, tidyPart(schema)]));

function tidyPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidyPart);
  return typeof part === 'object' && part !== null ? tidy(part) : part;
}
