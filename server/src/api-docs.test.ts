import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { ERROR_CODES } from '@bocau/contract/errors.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApi } from './platform/http/open-api.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const endpoints: [string, Endpoint][] = Object.entries(API);

let server: TestServer;
let document: OpenApi;
let page: string;
let ajv: Ajv2020;

beforeAll(async () => {
  server = await startTestServer();
  document = (await (await fetch(`${server.baseUrl}/api/docs.json`)).json()) as OpenApi;
  page = await (await fetch(`${server.baseUrl}/api/docs`)).text();
  ajv = compiler(document);
});
afterAll(() => server.close());

function operationOf(endpoint: Endpoint) {
  return document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
}

/** A compiler that knows the shapes of the document by the addresses that they have in it. */
function compiler(of: OpenApi): Ajv2020 {
  const made = new Ajv2020({ strict: false, validateFormats: false });
  made.addSchema({ ...of, $id: 'doc:' });
  return made;
}

function inDocument(schema: unknown): string {
  return JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"doc:#/');
}

describe('the printed API', () => {
  test.each(endpoints)('has %s with its access, its input and its errors', (name, endpoint) => {
    const operation = operationOf(endpoint);
    expect(operation).toMatchObject({ operationId: name, 'x-access': endpoint.access });
    expect(operation?.['x-errors']).toEqual(expect.arrayContaining([...endpoint.errors]));
    expect(operation?.['x-rate-limit']).toEqual(endpoint.limit);
    expect(operation?.['x-errors'].includes('too_many_requests')).toBe(endpoint.limit !== undefined);
    expect(page).toContain(operation?.description);
    expect(Object.keys(operation?.responses ?? {})).toContain(String(endpoint.status ?? 200));
    const named = (operation?.parameters ?? [])
      .filter((one) => one.in === 'path')
      .map((one) => `:${one.name}`);
    expect(named.sort()).toEqual((endpoint.path.match(/:\w+/g) ?? []).sort());
    expect(operation?.requestBody !== undefined).toBe(
      endpoint.body !== undefined || endpoint.multipart === true,
    );
  });

  test('describes the folder tree by itself, and a real answer fits', async () => {
    const lanAnh = await server.signIn('lan.anh@saomai.example');
    const answer = await lanAnh.listFolders({});
    const schema = operationOf(API.listFolders)?.responses['200']?.content?.['application/json']?.schema;
    const fits = ajv.compile(JSON.parse(inDocument(schema)));
    expect(answer.data.some((folder) => folder.system)).toBe(true);
    expect(fits(answer), JSON.stringify(fits.errors)).toBe(true);
    expect(fits({ ...answer, data: [{ ...answer.data[0], children: [{ id: 1 }] }] })).toBe(false);
  });

  test('lists every code that a call can fail with', () => {
    expect(document['x-error-codes']).toEqual(ERROR_CODES);
    for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(`<code>${code}</code>`);
  });
});

describe('the pages that the server shows by itself', () => {
  test('the documentation shows each call, and loads and runs nothing', async () => {
    for (const [, { method, path, summary }] of endpoints) {
      expect(page).toContain(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
      expect(page).toContain(summary);
    }
    expect(page).not.toMatch(/<script|<link|<img|\son\w+=/);
  });

  test('the root says in both languages what this is, and where to go', async () => {
    const answer = await fetch(`${server.baseUrl}/`);
    const text = await answer.text();
    expect(text).toContain('chưa có giao diện web');
    expect(text).toContain('This build does not include the web client');
    for (const [, path] of text.matchAll(/href="([^"]+)"/g)) {
      expect((await fetch(`${server.baseUrl}${path}`)).status, path).toBe(200);
    }
  });

  test.each(['/', '/api/docs'])(
    '%s forbids scripts and frames, and everything from elsewhere',
    async (path) => {
      const { headers } = await fetch(`${server.baseUrl}${path}`);
      const policy = headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  test('JSON is under a policy that allows nothing, and is kept by no cache', async () => {
    const lanAnh = await server.signIn('lan.anh@saomai.example');
    const { headers } = await fetch(`${server.baseUrl}/api/v2/folders`, {
      headers: { 'x-auth-token': lanAnh.token },
    });
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

// Last: it keeps this thread busy for so long that the server's connections, which wait beside it, may time out.
describe('the printed API', () => {
  /** Most answers, as those of failures, are the same everywhere. */
  const compiled = new Set<string>();

  test.each(endpoints)('has schemas of %s that compile', (_name, endpoint) => {
    const operation = operationOf(endpoint);
    const bodies = [operation?.requestBody, ...Object.values(operation?.responses ?? {})].flatMap((one) =>
      Object.values(one?.content ?? {}).map((content) => content.schema),
    );
    const schemas = [...bodies, ...(operation?.parameters ?? []).map((parameter) => parameter.schema)];
    expect(schemas.length).toBeGreaterThan(0);
    for (const schema of schemas.map(inDocument)) {
      if (compiled.has(schema)) continue;
      expect(ajv.compile(JSON.parse(schema))).toBeTypeOf('function');
      compiled.add(schema);
    }
  });
});
