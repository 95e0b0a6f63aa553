import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../server/http/openapi/document.ts';
import { apiMarkdown } from '../../../server/http/openapi/markdown.ts';
import type { Operation, Parameter } from '../../../server/http/openapi/operation.ts';
import { ROUTES, type RouteName, type RouteShape } from '../../../shared/contract/routes.ts';
import { root } from '../../architecture/sources.ts';
import { resolve, type Schema, unknownKeywords } from '../../helpers/json-schema.ts';
import { sharedHttp } from '../http-fixture.ts';

const document = openApiDocument();
const asSent: typeof document = JSON.parse(JSON.stringify(document));
const NAMES = Object.keys(ROUTES) as RouteName[];

const operations = Object.entries(asSent.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Every object in the document with a `required` list. */
function* partsOf(value: unknown, at = '#'): Generator<readonly [string, Schema]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Schema];
  for (const [name, part] of Object.entries(value))
    yield* partsOf(part, `${at}/${name.replaceAll('/', '~1')}`);
}

const own = (operation: Operation): readonly Parameter[] =>
  operation.parameters.map((parameter) =>
    '$ref' in parameter ? (resolve(asSent, parameter.$ref) as unknown as Parameter) : parameter,
  );

describe('the document has the structure of OpenAPI 3.1', () => {
  it('has its version, its information, and only known parts', () => {
    expect(asSent.openapi).toBe('3.1.0');
    expect(asSent.info).toEqual({
      title: expect.stringMatching(/\S/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringMatching(/\S/),
    });
    expect(Object.keys(asSent).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers', 'tags']);
  });

  it('has no broken reference, and no unused component', () => {
    const referred = [...partsOf(asSent)].flatMap(([, part]) =>
      typeof part['$ref'] === 'string' ? [part['$ref']] : [],
    );
    expect(referred.length).toBeGreaterThan(NAMES.length);
    for (const reference of referred) expect(resolve(asSent, reference)).toBeDefined();
    const { securitySchemes, ...named } = asSent.components;
    const components = Object.entries(named).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(components.filter((name) => !referred.includes(name))).toEqual([]);
  });

  it.each(operations)('$method $path has all parts of an operation', ({ path, method, operation }) => {
    expect(path).toMatch(/^\/[^?#]*$/);
    expect(['get', 'post', 'delete']).toContain(method);
    expect(operation.summary).toMatch(/\S/);
    expect(operation.tags).toHaveLength(1);
    expect(asSent.tags.map(({ name }) => name)).toContain(operation.tags[0]);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status).toMatch(/^[1-5]\d\d$/);
      const full = '$ref' in response ? resolve(asSent, response.$ref) : response;
      expect(full.description).toMatch(/\S/);
    }
    for (const scheme of operation.security) {
      expect(Object.keys(asSent.components.securitySchemes)).toEqual(Object.keys(scheme));
    }
  });

  it.each(operations)(
    '$method $path declares each part of its path, and no parameter twice',
    ({ path, operation }) => {
      const all = own(operation);
      const inPath = all.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
      );
      for (const parameter of inPath) expect(parameter.required).toBe(true);
      const keys = all.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).toBe(keys.length);
      for (const parameter of all) {
        expect(parameter.description).toMatch(/\S/);
        expect(['query', 'path', 'header']).toContain(parameter.in);
        expect(parameter.schema).toBeTypeOf('object');
      }
    },
  );

  it('names every operation once, by its call', () => {
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(NAMES.toSorted());
  });

  it('has only valid schemas', () => {
    const schemas = [...partsOf(asSent)].filter(([at]) => /\/(schema|schemas\/\w+)$/.test(at));
    expect(schemas.length).toBeGreaterThan(NAMES.length);
    for (const [at, schema] of schemas) {
      expect([at, unknownKeywords(schema)]).toEqual([at, []]);
    }
    for (const [at, part] of partsOf(asSent)) {
      if (!Array.isArray(part['required'])) continue;
      for (const name of part['required'])
        expect([at, Object.keys(Object(part['properties']))]).toEqual([at, expect.arrayContaining([name])]);
    }
  });
});

describe.each(NAMES)('%s', (name) => {
  const { method, path, session, body, request = {} }: RouteShape = ROUTES[name];
  const operation = asSent.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const form = operation?.requestBody?.content ?? {};

  it('is described on its path, with all of its parameters and its answer', () => {
    expect(operation?.operationId).toBe(name);
    const fields = own(operation as Operation).filter((parameter) => !['t', 'lang'].includes(parameter.name));
    const inForm = Object.values(form).map(({ schema }) => Object.keys(schema.properties ?? {}));
    const described = [...fields.map((parameter) => parameter.name), ...(inForm[0] ?? [])];
    expect(described.toSorted()).toEqual(Object.keys(request).toSorted());
    for (const names of inForm) expect(names).toEqual(inForm[0]);
    expect(operation?.responses['200']).toBeDefined();
    expect(operation?.security.length).toBe(session ? 1 : 0);
  });

  it('takes its parameters where its method has them', () => {
    const stamps = own(operation as Operation).filter((parameter) => parameter.name === 't');
    expect(stamps.length).toBe(method === 'POST' ? 0 : 1);
    expect(
      own(operation as Operation).some((parameter) => parameter.name === 'lang' && parameter.in === 'header'),
    ).toBe(true);
    if (method !== 'POST') expect(operation?.requestBody).toBeUndefined();
    const kinds =
      body === 'multipart'
        ? ['multipart/form-data']
        : ['application/x-www-form-urlencoded', 'application/json'];
    if (operation?.requestBody !== undefined) expect(Object.keys(form)).toEqual(kinds);
  });
});

describe('the values of a parameter', () => {
  const parameter = (name: RouteName, field: string) => {
    const { path } = ROUTES[name];
    return own(asSent.paths[path]?.['get'] as Operation).find((one) => one.name === field);
  };

  it.each([
    ['getKline', 'limit', { required: false, schema: { type: 'integer', minimum: 1, maximum: 1_500 } }],
    ['getDeals', 'status', { required: true, schema: { type: 'integer', enum: [0, 1, 3] } }],
    [
      'submitOrder',
      'cont',
      { required: true, schema: { type: 'string', format: 'decimal', pattern: expect.any(String) } },
    ],
    ['submitOrder', 'cid', { required: false, schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' } }],
    ['submitOrder', 'seen_at', { required: false, schema: { type: 'integer', minimum: 0 } }],
    [
      'getMiniKline',
      'forex_id',
      {
        required: true,
        style: 'form',
        explode: false,
        schema: { type: 'array', maxItems: 50, items: { type: 'integer', minimum: 1 } },
      },
    ],
  ] as const)('of %s as %s are those that its field checks', (name, field, wanted) => {
    expect(parameter(name, field)).toMatchObject({ name: field, in: 'query', ...wanted });
    expect(parameter(name, field)?.schema).toEqual(wanted.schema);
  });
});

describe('the document served', () => {
  const http = sharedHttp();

  it('is this one, public and cacheable', async () => {
    const { status, headers, text } = await http.ask('/openapi.json', {
      headers: { origin: 'https://tools.example.org' },
    });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual(asSent);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    const again = await http.ask('/openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

it('docs/api.md equals the document: npm run api-docs writes it', () => {
  expect(readFileSync(join(root, 'docs', 'api.md'), 'utf8')).toBe(apiMarkdown(document));
});
