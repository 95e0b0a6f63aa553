/** A JSON Schema of draft 2020-12, as far as the API's description uses it. */
export type Schema = Readonly<Record<string, unknown>>;

type Check = (value: unknown, keyword: never, schema: Schema, look: Look) => readonly string[];
type Look = (schema: Schema, value: unknown, at?: string) => readonly string[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  decimal: /^-?\d+(\.\d+)?$/,
  binary: /^/,
};

const says = (isFine: boolean, words: string): readonly string[] => (isFine ? [] : [words]);
const bounded = (value: unknown, test: (value: number) => boolean, words: string) =>
  says(typeof value !== 'number' || test(value), words);

/** The keywords that a schema may contain; annotations have no check. */
const CHECKS: Readonly<Record<string, Check | undefined>> = {
  description: undefined,
  default: undefined,
  type: (value, type: string) => says(TYPES[type]?.(value) ?? false, `is no ${type}`),
  const: (value, wanted: unknown) => says(value === wanted, `is not ${wanted}`),
  enum: (value, wanted: readonly unknown[]) => says(wanted.includes(value), `is none of ${wanted}`),
  pattern: (value, pattern: string) =>
    says(typeof value !== 'string' || new RegExp(pattern).test(value), `is not like ${pattern}`),
  format: (value, format: string) =>
    says(typeof value !== 'string' || (FORMATS[format]?.test(value) ?? false), `is no ${format}`),
  minimum: (value, least: number) => bounded(value, (one) => one >= least, `is below ${least}`),
  maximum: (value, most: number) => bounded(value, (one) => one <= most, `is above ${most}`),
  minLength: (value, least: number) =>
    says(typeof value !== 'string' || [...value].length >= least, 'is too short'),
  maxLength: (value, most: number) =>
    says(typeof value !== 'string' || [...value].length <= most, 'is too long'),
  minItems: (value, least: number) => says(!Array.isArray(value) || value.length >= least, 'has too few'),
  maxItems: (value, most: number) => says(!Array.isArray(value) || value.length <= most, 'has too many'),
  items: (value, items: Schema | false, { prefixItems }, look) => {
    if (!Array.isArray(value)) return [];
    const rest = value.slice(Array.isArray(prefixItems) ? prefixItems.length : 0);
    if (items === false) return says(rest.length === 0, 'has too many');
    return rest.flatMap((one, i) => look(items, one, `[${i}]`));
  },
  prefixItems: (value, items: readonly Schema[], _schema, look) =>
    Array.isArray(value) ? items.flatMap((item, i) => look(item, value[i], `[${i}]`)) : [],
  required: (value, names: readonly string[]) =>
    names.flatMap((name) => says(!isObject(value) || Object.hasOwn(value, name), `lacks ${name}`)),
  properties: (value, schemas: Readonly<Record<string, Schema>>, _schema, look) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      isObject(value) && Object.hasOwn(value, name) ? look(schema, value[name], `.${name}`) : [],
    ),
  additionalProperties: (value, others: Schema | false, { properties = {} }, look) =>
    Object.entries(isObject(value) ? value : {})
      .filter(([name]) => !Object.hasOwn(Object(properties), name))
      .flatMap(([name, one]) => (others === false ? [`has ${name}`] : look(others, one, `.${name}`))),
  anyOf: (value, choices: readonly Schema[], _schema, look) =>
    says(
      choices.some((choice) => look(choice, value).length === 0),
      'is none of the choices',
    ),
  oneOf: (value, choices: readonly Schema[], _schema, look) =>
    says(
      choices.filter((choice) => look(choice, value).length === 0).length === 1,
      'is not one of the choices',
    ),
};

/** Keywords in a schema, at any depth, that are not supported. */
export function unknownKeywords(schema: Schema): readonly string[] {
  const { properties, items, prefixItems, additionalProperties, anyOf, oneOf } = schema;
  const inside = [Object.values(Object(properties)), items, prefixItems, additionalProperties, anyOf, oneOf];
  return [
    ...Object.keys(schema).filter((keyword) => keyword !== '$ref' && !Object.hasOwn(CHECKS, keyword)),
    ...inside.flat(2).flatMap((part) => (isObject(part) ? unknownKeywords(part) : [])),
  ];
}

/** The differences between a value and its schema, by path. */
export function faultsOf(document: object, schema: Schema, value: unknown, at = ''): readonly string[] {
  if (typeof schema['$ref'] === 'string')
    return faultsOf(document, resolve(document, schema['$ref']), value, at);
  const look: Look = (part, one, place = '') => faultsOf(document, part, one, at + place);
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    if (!Object.hasOwn(CHECKS, keyword)) return [`${at}: nobody knows the keyword ${keyword}`];
    const found = CHECKS[keyword]?.(value, wanted as never, schema, look) ?? [];
    return found.map((words) => (words.startsWith(at) && at !== '' ? words : `${at} ${words}`));
  });
}

/** The target of a reference. */
export function resolve(document: object, reference: string): Schema {
  const found = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/'))
    .reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), document);
  if (!reference.startsWith('#/') || !isObject(found)) throw new Error(`${reference} points to nothing`);
  return found;
}
