import { expect } from 'vitest';
import { openApiDocument } from '../../../../server/http/openapi/document.ts';
import { CODE } from '../../../../shared/contract/codes.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../../../shared/contract/routes.ts';
import { decode, type JsonSchema } from '../../../../shared/contract/schema.ts';
import { faultsOf, type Schema } from '../../../helpers/json-schema.ts';
import type { Answer } from '../../http-fixture.ts';
import { ENTRIES } from './entries.ts';
import type { Fields, Ground } from './ground.ts';

export const description: ReturnType<typeof openApiDocument> = JSON.parse(JSON.stringify(openApiDocument()));
export const NAMES = Object.keys(ROUTES) as RouteName[];
export const shapeOf = (name: RouteName): RouteShape => ROUTES[name];

/** A valid request of a call. Its token is its own, else a real account's if the route requires one, else a demo account's. */
export async function workingOn(
  name: RouteName,
  ground: Ground,
): Promise<{ readonly fields: Fields; readonly token: string }> {
  const { fields, token } = await ENTRIES[name].request(ground);
  return { fields, token: token ?? (shapeOf(name).real ? ground.real.token : ground.demo) };
}

/** The answer to a valid request: as in the contract and in the served description, and right. */
export function expectAnswer(name: RouteName, fields: Fields, answer: Answer): void {
  expect([answer.status, answer.code, answer.msg]).toEqual([200, CODE.success, '']);
  expect(surplusOf(shapeOf(name).answer, answer.data)).toEqual([]);
  // The app can read it.
  expect(decode(shapeOf(name).answer, answer.data)).toMatchObject({ ok: true });
  expect(Object.keys(JSON.parse(answer.text))).toEqual(['code', 'msg', 'data']);
  ENTRIES[name].check(answer);
  expectDescribed(name, answer);
  const schema = requestSchema(name);
  expect(faultsOf(description, schema, asValues(fields, schema))).toEqual([]);
}

export function expectDescribed(name: RouteName, { status, text }: Answer): void {
  if (status !== 200) return;
  const operation = operationOf(name);
  const schema = { $ref: `#/paths/${operation.place}/responses/200/content/application~1json/schema` };
  expect(faultsOf(description, schema, JSON.parse(text))).toEqual([]);
}

function operationOf(name: RouteName) {
  const { path, method } = shapeOf(name);
  const template = path.replace(/:(\w+)/g, '{$1}');
  const operation = description.paths[template]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${name} is not described`);
  return { ...operation, place: `${template.replaceAll('/', '~1')}/${method.toLowerCase()}` };
}

/** The schema of the input: of the query and path, or of the form. */
function requestSchema(name: RouteName): Schema {
  const { parameters, requestBody } = operationOf(name);
  const own = parameters.filter((parameter) => 'name' in parameter);
  const form = Object.values(requestBody?.content ?? {})[0]?.schema;
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(own.map(({ name: one, schema }) => [one, schema])),
      ...form?.properties,
    },
    required: [...own.filter(({ required }) => required).map((one) => one.name), ...(form?.required ?? [])],
    additionalProperties: false,
  };
}

/** Numbers and lists as a client has them before they become text. */
const asValues = (fields: Fields, { properties }: Schema) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => {
      const { type } = Object(Object(properties)[name]);
      return [
        name,
        type === 'integer' ? Number(text) : type === 'array' ? text.split(',').map(Number) : text,
      ];
    }),
  );

/** The fields of an answer that the contract does not have, at any depth. */
function surplusOf(
  { type, properties, items, additionalProperties }: JsonSchema,
  value: unknown,
): readonly string[] {
  // A schema without a type takes any value: the stored data of another call's answer.
  if (type === undefined) return [];
  if (Array.isArray(value)) return items ? value.flatMap((one) => surplusOf(items, one)) : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const schema = properties?.[name] ?? (additionalProperties || undefined);
    return schema === undefined ? [name] : surplusOf(schema, one);
  });
}
