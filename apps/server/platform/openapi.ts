import * as contract from '@voltloop/contract';
import { codes, type Route } from '@voltloop/contract';
import { z } from 'zod';
import { docsPage } from './docs-page.ts';
import type { Http } from './http.ts';
import type { Json, OpenapiDocument, Operation } from './openapi-document.ts';

/** Every route of the contract, implemented or not. */
export function contractRoutes(): Route[] {
  return (Object.values(contract) as unknown[]).filter(isRoute);
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value;
}

/** The OpenAPI 3.1 document of these routes, sorted by path, so that diffs stay small. */
export function openapiDocument(routes: readonly Route[]): OpenapiDocument {
  const paths: OpenapiDocument['paths'] = {};
  const places = routes.flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map((path, i) => ({ path, route, alias: i })),
  );
  places.sort((a, b) =>
    a.path === b.path ? a.route.method.localeCompare(b.route.method) : a.path < b.path ? -1 : 1,
  );
  for (const { path, route, alias } of places) {
    const shown = path.replace(/:(\w+)/g, '{$1}');
    paths[shown] = {
      ...paths[shown],
      [route.method.toLowerCase()]: operationOf(route, { path: shown, alias }),
    };
  }
  const tags = new Set(Object.values(paths).flatMap((o) => Object.values(o).flatMap((op) => op.tags)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voltloop',
      version: '0.1.0',
      description:
        'Every reply is one envelope {code, message, result, data}; the HTTP status is the class of the result, the code is its exact kind.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...tags].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT, or an API token' } },
      schemas: { Failure: failure },
    },
  };
}

function operationOf(route: Route, { path, alias }: { path: string; alias: number }): Operation {
  const { access } = route;
  const who =
    access === 'public'
      ? 'Needs no session.'
      : access === 'operator'
        ? 'Needs the token of the operator of the instance (OPERATOR_TOKEN).'
        : access === 'session'
          ? 'Needs a session.'
          : 'right' in access
            ? `Needs the right ${access.right} of the back office.`
            : `Needs a session with one of the role ids ${access.join(', ')}.`;
  return {
    operationId: alias === 0 ? route.name : `${route.name}_${alias}`,
    summary: route.summary,
    description: route.apiToken === false ? `${who} Not available to API tokens.` : who,
    tags: [tagOf(route.path)],
    security: access === 'public' ? [] : [{ token: [] }],
    parameters: [
      // An address of a route may leave out a parameter that another one has.
      ...parametersOf(route.params, 'path').filter(({ name }) => path.includes(`{${name}}`)),
      ...parametersOf(route.query, 'query'),
    ],
    ...(route.body ? { requestBody: jsonContent(schemaOf(route.body, 'input'), 'The body') } : {}),
    responses: responsesOf(route),
  };
}

/** `/v1/things/…` is `things`; the asset console's short paths are their own groups. */
function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter(Boolean);
  return first === 'v1' ? second : first;
}

/** A zod schema as JSON Schema. `z.json()`, the only recursive one, accepts everything, as an empty schema does. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const options = { io, target: 'draft-2020-12', unrepresentable: 'any' } as const;
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, options) as Json;
  if ($defs === undefined && !hasRecord(json)) return json;
  return JSON.parse(JSON.stringify(json), (_key, value) =>
    typeof value === 'object' && value !== null && '$ref' in value ? {} : withNamedProperties(value),
  );
}

const hasRecord = (json: Json) => JSON.stringify(json).includes('"propertyNames":{"type":"string","enum"');

/** A record over an enumeration has the names of the enumeration as properties, which generators of types need. */
function withNamedProperties(value: unknown): unknown {
  const { propertyNames, additionalProperties, ...rest } = (value ?? {}) as {
    propertyNames?: { enum?: string[] };
    additionalProperties?: Json;
  };
  if (typeof value !== 'object' || !propertyNames?.enum || typeof additionalProperties !== 'object')
    return value;
  const properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
  return { ...rest, properties, additionalProperties: false };
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const jsonContent = (schema: Json, description: string): Json => ({
  description,
  content: { 'application/json': { schema } },
});

function responsesOf(route: Route): Record<string, Json> {
  const good: Json = route.reply
    ? jsonContent(envelopeSchema(schemaOf(route.reply, 'output')), codes.ok.message)
    : { description: 'No JSON: a stream or a file' };
  const failed = (...names: (keyof typeof codes)[]) =>
    Object.fromEntries(
      names.map((name) => [
        codes[name].status,
        jsonContent({ $ref: '#/components/schemas/Failure' }, codes[name].message),
      ]),
    );
  return {
    200: good,
    ...failed('validation'),
    ...(route.access === 'public' ? {} : failed('unauthorized')),
    ...(typeof route.access === 'object' ? failed('forbidden') : {}),
    ...(route.params ? failed('notFound') : {}),
    default: jsonContent({ $ref: '#/components/schemas/Failure' }, 'Any other code of the list'),
  };
}

const envelopeSchema = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'message', 'result', 'data'],
  properties: {
    code: { type: 'integer', const: 0 },
    message: { type: 'string' },
    result: { type: 'boolean', const: true },
    data,
  },
});

const failure: Json = {
  type: 'object',
  required: ['code', 'message', 'result', 'data'],
  properties: {
    code: {
      type: 'integer',
      description: Object.entries(codes)
        .filter(([name]) => name !== 'ok')
        .map(([name, { code }]) => `${code} ${name}`)
        .join(', '),
    },
    message: { type: 'string' },
    result: { type: 'boolean', const: false },
    data: {
      description: 'The invalid fields, for an error of fields',
      anyOf: [
        { type: 'null' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['path', 'key', 'message'],
            properties: { path: { type: 'string' }, key: { type: 'string' }, message: { type: 'string' } },
          },
        },
      ],
    },
  },
};

/**
 * Serves `/openapi.json` and `/docs` for the implemented routes, to callers with a session or, with `open`, to all.
 * Each text is made for its first reader: both take half a second of a start, and few instances are asked for them.
 */
export function createOpenapi(http: Http, { open }: { open: boolean }): void {
  const serve = (url: string, type: string, write: (document: OpenapiDocument) => string) => {
    let text: string | undefined;
    http.app.get(url, async (request, reply) => {
      if (!open) await http.authenticate(request);
      text ??= write(openapiDocument(http.routes));
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text);
    });
  };
  serve('/openapi.json', 'application/json', JSON.stringify);
  serve('/docs', 'text/html', docsPage);
}
