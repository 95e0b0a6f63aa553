import { ROUTES } from '../../../shared/contract/routes.ts';
import type { JsonSchema, Named } from '../../../shared/contract/schema.ts';
import type { Words } from './descriptions/words.ts';
import { SHAPES } from './descriptions.ts';

/** The contract's schemas as OpenAPI 3.1 has them (draft 2020-12), with their descriptions. */

export const refTo = (name: string): string => `#/components/schemas/${name}`;

/** A schema with its words; the named schemas in it are references. */
export function describedSchema(schema: JsonSchema, words?: Words): JsonSchema {
  return isNamed(schema) ? { $ref: refTo(schema.title) } : withWords(schema, words);
}

/** The named schemas themselves. */
export function shapeSchemas(): Readonly<Record<string, JsonSchema>> {
  const all = new Map(Object.values(ROUTES).flatMap(({ answer }) => namedIn(answer)));
  const described = Object.entries(SHAPES).map(([name, words]) => {
    const schema = all.get(name);
    if (schema === undefined) throw new Error(`No answer has the schema ${name}`);
    return [name, withWords(schema, words)] as const;
  });
  if (described.length < all.size) throw new Error('A named schema has no description');
  return Object.fromEntries(described);
}

const isNamed = (schema: JsonSchema): schema is JsonSchema & Named => 'title' in schema;

function namedIn(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { properties = {}, items, additionalProperties } = schema;
  const parts = [...Object.values(properties), items || {}, additionalProperties || {}];
  const inside = parts.flatMap((part) => (Object.keys(part).length === 0 ? [] : namedIn(part)));
  return isNamed(schema) ? [[schema.title, schema], ...inside] : inside;
}

/** Keywords of the contract that JSON Schema does not have. */
const OWN: readonly string[] = ['title', 'optional', 'blank', 'decimals'];

function withWords(schema: JsonSchema, words: Words | undefined): JsonSchema {
  const [text, inner] =
    typeof words === 'string' ? [words, undefined] : isPair(words) ? words : [undefined, words];
  const { properties, items, additionalProperties }: JsonSchema = schema;
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([keyword]) => !OWN.includes(keyword))),
    ...(properties && { properties: describedFields(properties, inner) }),
    ...(items && { items: describedSchema(items, inner) }),
    ...(additionalProperties && { additionalProperties: describedSchema(additionalProperties, inner) }),
    ...(text === undefined ? {} : { description: text }),
  };
}

const isPair = (words: Words | undefined): words is readonly [string, Words] => Array.isArray(words);

function describedFields(properties: Readonly<Record<string, JsonSchema>>, words: Words | undefined) {
  const texts = typeof words === 'object' && !isPair(words) ? words : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, describedSchema(field, texts[name])]),
  );
}
