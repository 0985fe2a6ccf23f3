import type { Endpoint, Limit } from '@bocau/contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '@bocau/contract/errors.ts';
import { z } from 'zod';
import { accessWords, limitWords, needsOf } from './endpoint-needs.ts';

export type JsonSchema = { [key: string]: unknown };

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  'x-access': Endpoint['access'];
  'x-on'?: Endpoint['on'];
  'x-rate-limit'?: Limit;
  'x-errors': ErrorCode[];
};
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };
type Content = Record<string, { schema: JsonSchema }>;

export type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
  'x-error-codes': Record<string, number>;
};

export type ApiDescription = {
  title: string;
  endpoints: Record<string, Endpoint>;
  /** Shapes that are described once, by name. */
  entities: Record<string, z.ZodType>;
  sessionHeader: string;
  sessionCookie: string;
};

/** Prints the contract as an OpenAPI 3.1 document. */
export function printOpenApi(api: ApiDescription): OpenApi {
  const schemas: Record<string, JsonSchema> = { Error: errorSchema(Object.keys(ERROR_CODES)) };
  const print = schemaPrinter(api.entities, schemas);
  const paths: OpenApi['paths'] = {};
  for (const [name, endpoint] of Object.entries(api.endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const methods = paths[path] ?? {};
    methods[endpoint.method.toLowerCase()] = printOperation(name, endpoint, print);
    paths[path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: '2',
      description:
        'Success is {data, meta?}, failure {error: {code, message, details?}}. A call about a mailbox is about that of the ' +
        'caller, or about the one that it names by an address in the header X-Mailbox, percent-encoded, where the caller is a ' +
        'member of it; what takes the cookie alone takes the address in the query too, as mailbox.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: api.sessionHeader },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: api.sessionCookie,
          description:
            'For browsers. Every other call takes it too where it carries the header `X-Session: cookie`. Tabs share it: a ' +
            'call that names its account in `X-Account` is refused in the session of any other.',
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'For programs that administer: `admin token add` makes one, with the scopes that it may use.',
        },
      },
    },
    'x-error-codes': ERROR_CODES,
  };
}

type Print = (schema: z.ZodType, io: 'input' | 'output', name: string) => JsonSchema;

function printOperation(name: string, endpoint: Endpoint, print: Print): Operation {
  const errors = errorsOf(endpoint);
  const parameters = [
    ...parametersOf(endpoint.params, 'path', `${name}Params`, print),
    ...parametersOf(endpoint.query, 'query', `${name}Query`, print),
  ];
  const needs = needsOf(endpoint.access);
  const security: Operation['security'] = [
    { session: [] },
    ...(needs?.cookie ? [{ cookie: [] }] : []),
    ...(needs?.admin ? [{ token: needs.admin === 'any' ? [] : [needs.admin] }] : []),
  ];
  return {
    operationId: name,
    summary: endpoint.summary,
    description: describe(endpoint),
    tags: [nounOf(endpoint.path)],
    security: needs === null ? [] : security,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBodyOf(name, endpoint, print),
    responses: {
      [endpoint.status ?? 200]: { description: 'Success', content: contentOf(name, endpoint, print) },
      ...responsesOf(errors),
    },
    'x-access': endpoint.access,
    ...(endpoint.on ? { 'x-on': endpoint.on } : {}),
    ...(endpoint.limit ? { 'x-rate-limit': endpoint.limit } : {}),
    'x-errors': errors,
  };
}

function describe(endpoint: Endpoint): string {
  const access = `Access: ${accessWords(endpoint)}.`;
  return endpoint.limit ? `${access} Limit: ${limitWords(endpoint.limit)}.` : access;
}

function requestBodyOf(name: string, endpoint: Endpoint, print: Print): Pick<Operation, 'requestBody'> {
  if (endpoint.multipart) {
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: FORM } } } };
  }
  if (!endpoint.body) return {};
  return { requestBody: { required: true, content: json(print(endpoint.body, 'input', `${name}Body`)) } };
}

/** Files under the name `file`, any number of them, and fields of text. */
const FORM: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'array', items: { type: 'string', format: 'binary' } } },
  additionalProperties: { type: 'string' },
};

/** The codes that an endpoint names, and those that come with its access and its input. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...endpoint.errors];
  const needs = needsOf(endpoint.access);
  if (needs) codes.push('session_required', 'other_account', 'account_suspended');
  if (needs && !needs.before?.includes('set_up_two_step')) codes.push('two_step_required');
  if (needs && !needs.before?.includes('choose_password')) codes.push('password_change_required');
  if (needs?.verified) codes.push('domain_unverified');
  if (needs?.role || needs?.admin) codes.push('forbidden');
  if (typeof endpoint.on === 'object') codes.push('mailbox_not_found', 'forbidden');
  if (needs?.assurance) codes.push('code_required');
  if (endpoint.limit) codes.push('too_many_requests');
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid_input');
  if (endpoint.body || endpoint.multipart)
    codes.push('malformed_body', 'too_large', 'unsupported_media_type');
  if (endpoint.method !== 'GET') codes.push('writes_paused');
  codes.push('internal_error', 'service_unavailable');
  return [...new Set(codes)];
}

function responsesOf(errors: ErrorCode[]): Operation['responses'] {
  const byStatus = Map.groupBy(errors, (code) => ERROR_CODES[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: json({ allOf: [{ $ref: '#/components/schemas/Error' }, errorSchema(codes)] }),
      },
    ]),
  );
}

function contentOf(name: string, endpoint: Endpoint, print: Print): Content {
  if (endpoint.bytes !== undefined) return { [endpoint.bytes]: { schema: {} } };
  const { data, meta } = endpoint;
  const properties = {
    ...(data ? { data: print(data, 'output', `${name}Data`) } : {}),
    ...(meta ? { meta: print(meta, 'output', `${name}Meta`) } : {}),
  };
  return json({ type: 'object', properties, required: Object.keys(properties) });
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: Parameter['in'],
  name: string,
  print: Print,
): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = print(schema, 'input', name) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([key, value]) => ({
    name: key,
    in: place,
    required: place === 'path' || required.includes(key),
    schema: value,
  }));
}

/** Prints single schemas; what has a name, or names itself, goes to the components of the document. */
function schemaPrinter(entities: Record<string, z.ZodType>, components: Record<string, JsonSchema>): Print {
  const named = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(entities)) named.add(schema, { id });
  return (schema, io, name) => {
    // Wrapped, so that a schema that refers to itself is never the root, whose name would be the whole document.
    const printed = z.toJSONSchema(z.object({ it: schema }), {
      io,
      unrepresentable: 'any',
      // Only what is answered has entities: the same shape as input may allow more.
      ...(io === 'output' ? { metadata: named } : { metadata: z.registry() }),
    }) as unknown as { properties: { it: JsonSchema }; $defs?: Record<string, JsonSchema> };
    const nameOf = (definition: string) => (definition in entities ? definition : `${name}${definition}`);
    for (const [definition, value] of Object.entries(printed.$defs ?? {})) {
      components[nameOf(definition)] = repoint(value, nameOf) as JsonSchema;
    }
    return repoint(printed.properties.it, nameOf) as JsonSchema;
  };
}

function repoint(value: unknown, nameOf: (definition: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => repoint(one, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as JsonSchema).id !== 'string')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? `#/components/schemas/${nameOf(inner.replace('#/$defs/', ''))}`
          : repoint(inner, nameOf),
      ]),
  );
}

function errorSchema(codes: string[]): JsonSchema {
  return {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { enum: codes }, message: { type: 'string' }, details: { type: 'object' } },
      },
    },
  };
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}

/** `/api/v2/threads/:id` is about threads. */
function nounOf(path: string): string {
  return path.split('/')[3] as string;
}
