import { CODE } from '../../../shared/contract/codes.ts';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import { ROUTES, type RouteName } from '../../../shared/contract/routes.ts';
import type { JsonSchema } from '../../../shared/contract/schema.ts';
import { refTo, shapeSchemas } from './described-schema.ts';
import { SUBJECTS } from './descriptions.ts';
import { INTRODUCTION } from './introduction.ts';
import { type Operation, operationOf, type Parameter, templateOf, tokenScheme } from './operation.ts';

/** Version of the contract: the first number changes when a client breaks, the second with additions. */
const VERSION = '1.0.0';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: object;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** The API's description in OpenAPI 3.1, built from the contract's routes and their descriptions. */
export function openApiDocument(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'Pipstream API', version: VERSION, description: INTRODUCTION },
    servers: [{ url: '/', description: 'the exchange that serves this document' }],
    tags: Object.keys(SUBJECTS).map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        [tokenScheme]: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'the token of `login`, as it is',
        },
      },
      parameters: { t: T, lang: LANG },
      responses: RESPONSES,
      schemas: { ...shapeSchemas(), Refusal: REFUSAL },
    },
  };
}

function paths(): OpenApiDocument['paths'] {
  const all: Record<string, Record<string, Operation>> = {};
  for (const subject of Object.values(SUBJECTS)) {
    for (const name of Object.keys(subject) as RouteName[]) {
      const { method, path } = ROUTES[name];
      const template = templateOf(path);
      all[template] = { ...all[template], [method.toLowerCase()]: operationOf(name) };
    }
  }
  return all;
}

/** All replies except success. */
const REFUSAL: JsonSchema = {
  type: 'object',
  properties: {
    code: {
      type: 'integer',
      enum: Object.values(CODE).filter((code) => code !== CODE.success),
      description: 'see the table of codes',
    },
    msg: { type: 'string', description: "in the reader's language" },
    data: {
      anyOf: [
        {
          type: 'object',
          properties: {
            field: { type: 'string', description: 'the parameter that is wrong (4000)' },
            reason: {
              type: 'string',
              description:
                'of a password: short, long, common, account (4000); of a payout address: unconfirmed, held (4009)',
            },
            until: { type: 'string', format: 'date-time', description: 'end of the hold (4009)' },
            retry_after_s: { type: 'integer', minimum: 1, description: 'seconds to wait (4029)' },
            price: { type: 'number', description: 'the price now (4107)' },
          },
          required: [],
        },
        { type: 'null' },
      ],
    },
  },
  required: ['code', 'msg', 'data'],
};

const T: Parameter = {
  name: 't',
  in: 'query',
  required: false,
  description: 'the time in epoch milliseconds, against caches',
  schema: { type: 'integer', minimum: 0 },
};

const LANG: Parameter = {
  name: 'lang',
  in: 'header',
  required: false,
  description: "the reader's language",
  schema: { type: 'string', enum: [...LANGUAGES], default: 'hk' },
};

const fault = (description: string, headers?: object) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema: { $ref: refTo('Refusal') } } },
});

const RESPONSES = {
  '400': fault('The body can not be read'),
  '403': fault('Not from this page, or not by a browser on its own'),
  '413': fault('The body is too large'),
  '415': fault('Not a kind of body that the call takes'),
  '429': fault('Too many requests', {
    'retry-after': { description: 'seconds to wait', schema: { type: 'integer', minimum: 1 } },
  }),
  '500': fault('A fault of the exchange; what became of the call is unknown'),
  '503': fault('The exchange is starting or stopping'),
};
