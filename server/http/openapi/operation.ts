import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../../shared/contract/routes.ts';
import type { JsonSchema } from '../../../shared/contract/schema.ts';
import { type CodeName, listCodes } from './code-meanings.ts';
import { describedSchema, refTo } from './described-schema.ts';
import { DESCRIPTIONS, SUBJECTS } from './descriptions.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

interface Reference {
  readonly $ref: string;
}

interface Content {
  readonly [mime: string]: { readonly schema: JsonSchema; readonly encoding?: object };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  /** Names of this call's own refusal codes, beyond the common ones. */
  readonly 'x-refusals': readonly CodeName[];
  /** Refused for demo accounts. */
  readonly 'x-real': boolean;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, Reference | { readonly description: string; readonly content: Content }>
  >;
}

export const tokenScheme = 'token';

/** A call as an OpenAPI operation, built from its route and description. */
export function operationOf(name: RouteName): Operation {
  const route: RouteShape = ROUTES[name];
  const isPost = route.method === 'POST';
  const inPath = pathNames(route.path);
  const fields = Object.entries(route.request ?? {}).map(([field, schema]) =>
    parameterOf(name, field, schema, inPath),
  );
  const plain = isPost ? fields.filter((field) => field.in === 'path') : fields;
  return {
    operationId: name,
    tags: Object.keys(SUBJECTS).filter((subject) => name in SUBJECTS[subject as keyof typeof SUBJECTS]),
    summary: DESCRIPTIONS[name].summary,
    description: describe(name, route),
    'x-refusals': DESCRIPTIONS[name].refusals ?? [],
    'x-real': route.real === true,
    security: route.session ? [{ [tokenScheme]: [] }] : [],
    parameters: [...plain, ...(isPost ? [] : [{ $ref: '#/components/parameters/t' }]), LANG],
    ...(isPost
      ? bodyOf(
          route,
          fields.filter((field) => field.in !== 'path'),
        )
      : {}),
    responses: responsesOf(name, route),
  };
}

const LANG: Reference = { $ref: '#/components/parameters/lang' };

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** Converts path parameters to OpenAPI's notation. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function parameterOf(
  name: RouteName,
  field: string,
  schema: JsonSchema,
  inPath: readonly string[],
): Parameter {
  return {
    name: field,
    in: inPath.includes(field) ? 'path' : 'query',
    required: !('optional' in schema),
    description: DESCRIPTIONS[name].parameters?.[field] ?? '',
    schema: describedSchema(schema),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
  };
}

function bodyOf({ body }: RouteShape, fields: readonly Parameter[]) {
  if (fields.length === 0) return {};
  const required = fields.filter((field) => field.required).map((field) => field.name);
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, { ...field.schema, description: field.description }]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...(body === 'multipart' ? {} : { additionalProperties: false }),
  };
  const content: Content =
    body === 'multipart'
      ? { 'multipart/form-data': { schema } }
      : { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
  return { requestBody: { required: required.length > 0, content } };
}

function describe(name: RouteName, route: RouteShape): string {
  const { text } = DESCRIPTIONS[name];
  return [...(text === undefined ? [] : [text]), ...(route.changes ? [CHANGES] : [])].join('\n\n');
}

const CHANGES = 'Changes state by GET: never retry it without its `cid`, cache or prefetch it.';

/** In the order in which the exchange checks them. */
function refusalsOf(name: RouteName, { session, real }: RouteShape): readonly CodeName[] {
  return [
    ...(session ? (['sessionExpired'] as const) : []),
    ...(real ? (['notForDemo'] as const) : []),
    'badParameter',
    ...(DESCRIPTIONS[name].refusals ?? []),
  ];
}

function responsesOf(name: RouteName, route: RouteShape): Operation['responses'] {
  const success: JsonSchema = {
    type: 'object',
    properties: {
      code: { const: CODE.success },
      msg: { type: 'string' },
      data: describedSchema(route.answer, DESCRIPTIONS[name].answer),
    },
    required: ['code', 'msg', 'data'],
  };
  const schema: JsonSchema = { oneOf: [success, { $ref: refTo('Refusal') }] };
  const faults = [
    ...(route.method === 'POST' ? ['400', '413', '415'] : []),
    ...(route.method !== 'GET' || route.changes ? ['403'] : []),
    '429',
    '500',
    '503',
  ];
  return {
    '200': {
      description: `Done, or refused:\n\n${listCodes(refusalsOf(name, route))}`,
      content: { 'application/json': { schema } },
    },
    ...Object.fromEntries(faults.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  };
}
