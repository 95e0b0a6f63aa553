import type { JsonSchema } from '../../../shared/contract/schema.ts';
import type { Words } from './descriptions/words.ts';
import { SHAPES } from './descriptions.ts';

/** The contract's schemas in OpenAPI 3.1 form (draft 2020-12), with their descriptions. */

const NAMES: ReadonlyMap<JsonSchema, string> = new Map(
  Object.entries(SHAPES).map(([name, { schema }]) => [schema, name]),
);

export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** A schema with its texts; named schemas inside it become references. */
export function describedSchema(schema: JsonSchema, words?: Words): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? withWords(schema, words) : { $ref: refTo(name) };
}

/** The named schemas themselves. */
export const shapeSchemas = (): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(SHAPES).map(([name, { schema, words }]) => [name, withWords(schema, words)]),
  );

/** Fields of the contract's schemas that are not JSON Schema keywords. */
const MARKS: readonly string[] = ['optional', 'blank', 'decimals', 'as', 'isMoney', 'isFlag'];

function withWords(schema: JsonSchema, words: Words | undefined): JsonSchema {
  const [text, inner] =
    typeof words === 'string' ? [words, undefined] : isPair(words) ? words : [undefined, words];
  const { properties, items, length, additionalProperties } = schema;
  return {
    ...keywordsOf(schema),
    ...(properties && {
      properties: describedFields(properties, inner),
      required: Object.keys(properties).filter((name) => !('optional' in (properties[name] ?? {}))),
    }),
    ...(items && length === undefined && { items: describedSchema(items, inner) }),
    ...(additionalProperties && { additionalProperties: describedSchema(additionalProperties, inner) }),
    ...(text === undefined ? {} : { description: text }),
  };
}

function keywordsOf({ length, mayBeEmpty, ...schema }: JsonSchema): JsonSchema {
  const { type = 'null', format = '', items } = schema;
  if (length !== undefined && items)
    return { type, prefixItems: new Array(length).fill(items), minItems: length, items: false };
  if (mayBeEmpty) return { type, anyOf: [{ const: '' }, { format }] };
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword, value]) => value !== undefined && !MARKS.includes(keyword)),
  );
}

const isPair = (words: Words | undefined): words is readonly [string, Words] => Array.isArray(words);

function describedFields(properties: Readonly<Record<string, JsonSchema>>, words: Words | undefined) {
  const texts = typeof words === 'object' && !isPair(words) ? words : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, describedSchema(field, texts[name])]),
  );
}
