import type { JsonSchema } from '../../../shared/contract/schema.ts';
import { listCodes } from './code-meanings.ts';
import { refTo } from './described-schema.ts';
import type { OpenApiDocument } from './document.ts';
import type { Operation, Parameter } from './operation.ts';

/** The description as a readable page; written to `docs/api.md`. */
export function apiMarkdown(document: OpenApiDocument): string {
  const rooms = document.tags.map(({ name }) => roomSection(document, name));
  const { Refusal, ...shapes } = document.components.schemas;
  return `${[
    `# ${document.info.title} ${document.info.version}`,
    '<!-- Written by `npm run api-docs` from the route table: change that, not this page. -->',
    document.info.description.trim(),
    '## The calls',
    'A star marks what must be given. Beside the codes that are listed, every call may be refused with 4000, one with a token with 999, and one that is not for demo accounts with 4003. The served document, for tools: `/openapi.json`.',
    ...rooms,
    '## Shapes',
    ...Object.entries(shapes).map(([name, shape]) => `### ${name}\n\n${properties(shape)}`),
  ].join('\n\n')}\n`;
}

function roomSection({ paths }: OpenApiDocument, room: string): string {
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(room))
      .map(([method, operation]) => operationSection(method, path, operation)),
  );
  return [`### ${room}`, ...sections].join('\n\n');
}

function operationSection(method: string, path: string, operation: Operation): string {
  const rows = [
    ...operation.parameters.filter(isOwn).map(({ name, required, description, schema }) => ({
      name,
      required,
      description,
      schema,
    })),
    ...bodyRows(operation),
  ].map(
    ({ name, required, description, schema }) =>
      `| \`${name}\`${required ? ' *' : ''} | ${limitsOf(schema)} | ${description} |`,
  );
  const who = [
    ...(operation.security.length > 0 ? [' with a token'] : []),
    ...(operation['x-real'] ? [', not for demo accounts'] : []),
  ];
  const refusals = operation['x-refusals'];
  return [
    `#### ${operation.operationId}: ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\`${who.join('')}`,
    ...(operation.description === '' ? [] : [operation.description]),
    ...(rows.length === 0 ? [] : [['| parameter | | |', '|---|---|---|', ...rows].join('\n')]),
    answerOf(operation),
    ...(refusals.length === 0 ? [] : [`Refused with:\n\n${listCodes(refusals)}`]),
  ].join('\n\n');
}

const isOwn = (parameter: Operation['parameters'][number]): parameter is Parameter => 'name' in parameter;

function bodyRows({ requestBody }: Operation) {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  return propertiesOf(schema ?? {}).map(([name, part, required]) => ({
    name,
    required,
    description: part.description ?? '',
    schema: part,
  }));
}

function answerOf({ responses }: Operation): string {
  const answer = responses['200'];
  const schema =
    answer !== undefined && 'content' in answer ? answer.content['application/json']?.schema : {};
  const success = (schema?.oneOf?.[0] ?? {}) as JsonSchema;
  const data = (success.properties?.['data'] ?? {}) as JsonSchema;
  const rows = data.type === 'object' && data.properties !== undefined ? `\n\n${properties(data)}` : '';
  return `Answer: ${typeOf(data)}${data.description === undefined ? '' : `, ${data.description}`}${rows}`;
}

/** An object's properties as a table; nested objects appear by path. */
function properties(schema: JsonSchema): string {
  if (schema.type !== 'object') return `${typeOf(schema)}: ${schema.description ?? ''}`;
  return ['| property | | |', '|---|---|---|', ...propertyRows(schema, '')].join('\n');
}

function propertyRows(schema: JsonSchema, before: string): readonly string[] {
  return propertiesOf(schema).flatMap(([name, part, required]) => {
    const path = `${before}${name}`;
    const inner = part.type === 'array' ? part.items || {} : part;
    const type = required ? typeOf(part) : `${typeOf(part)}, or absent`;
    const row = `| \`${path}\` | ${type} | ${meaningOf(part)} |`;
    const deeper =
      inner.properties === undefined ? [] : propertyRows(inner, `${path}${part === inner ? '.' : '[].'}`);
    return [row, ...deeper];
  });
}

const propertiesOf = ({ properties: all = {}, required = [] }: JsonSchema) =>
  Object.entries(all).map(([name, part]) => [name, part, required.includes(name)] as const);

const meaningOf = (schema: JsonSchema): string =>
  schema.description ??
  (schema.anyOf ?? []).map((one) => one.description ?? '').find((text) => text !== '') ??
  '';

/** `Order[]`, `integer`, `text`; a named schema links to its table. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(refTo('').length);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(() => 'number').join(', ')}]`;
  if (schema.type === 'array') return `${typeOf(schema.items || {})}[]`;
  if (schema.anyOf !== undefined) return typeOf((schema.anyOf.at(-1) ?? {}) as JsonSchema);
  if (schema.format === 'date-time') return 'time';
  if (schema.type === 'string') return 'text';
  if (typeof schema.additionalProperties === 'object')
    return `{[key]: ${typeOf(schema.additionalProperties)}}`;
  return String(schema.type ?? '');
}

/** The type and bounds of a parameter, in short. */
function limitsOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(' ');
  if (schema.format === 'decimal') return 'decimal';
  if (schema.format === 'binary') return 'file';
  if (schema.type === 'array')
    return `integers${schema.maxItems === undefined ? '' : `, up to ${schema.maxItems}`}`;
  if (schema.type === 'integer') return `integer${range(schema.minimum, schema.maximum)}`;
  const length = range(schema.minLength, schema.maxLength);
  return length === '' ? 'text' : `text of${length} characters`;
}

function range(least: number | undefined, most: number | undefined): string {
  if (most !== undefined && (least ?? 0) === 0) return ` up to ${most}`;
  if (most !== undefined) return ` ${least} to ${most}`;
  return least === undefined ? '' : ` from ${least}`;
}
