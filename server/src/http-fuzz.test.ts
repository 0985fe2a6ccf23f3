import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { ERROR_CODES } from '@bocau/contract/errors.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prng } from './demo-world/prng.ts';
import { makeOwnThings, type OwnThings } from './test-kit/own-things.ts';
import { addressOf, sampleCall } from './test-kit/sample-calls.ts';
import { METHODS, spoilCall, type WireCall } from './test-kit/spoil-calls.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const CALLS = 2_500;
const EMAIL = 'lan.anh@saomai.example';

// It would end the session that all calls are made with.
const endpoints = Object.entries<Endpoint>(API).filter(([name]) => !['logout', 'reportNotMe'].includes(name));

let server: TestServer;
let token: string;
let own: OwnThings;
const faults: object[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

beforeAll(async () => {
  const error = (fields: object) => void faults.push(fields);
  server = await startTestServer({ log: { debug() {}, info() {}, warn() {}, error } });
  token = (await server.signIn(EMAIL)).token;
  own = await makeOwnThings(server.context, await server.mailboxId(EMAIL));
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

type Answer = { status: number; body: string; headers: IncomingMessage['headers'] };

async function send(call: WireCall): Promise<Answer> {
  const { port } = new URL(server.baseUrl);
  const { method, headers, body } = call;
  const sent = request({ host: '127.0.0.1', port, agent, method, path: call.address, headers });
  sent.end(body ?? undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode as number, headers: answer.headers, body: await text(answer) };
}

/** What is wrong with an answer; null for a success, and for a refusal of the catalogue. */
function findFault({ status, body, headers }: Answer, method: string): string | null {
  if (status >= 200 && status < 400) return null;
  if (status >= 500 || status < 200) return `status ${status}`;
  if (!headers['content-type']?.startsWith('application/json'))
    return `status ${status}, content type ${headers['content-type']}`;
  if (method === 'HEAD') return null;
  const { error } = JSON.parse(body) as { error?: { code?: string; message?: string } };
  const expected = ERROR_CODES[error?.code as keyof typeof ERROR_CODES];
  if (expected !== status) return `code ${error?.code} with status ${status}`;
  return typeof error?.message === 'string' && error.message !== '' ? null : 'no message';
}

/** Bytes on a connection of their own, and all that comes back. */
async function sendRaw(bytes: string): Promise<Answer> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  return { status, body, headers: { 'content-type': /content-type: (.*)/i.exec(head)?.[1] } };
}

describe('whatever is sent', () => {
  test('an id of the wrong kind is refused in every place of an address', async () => {
    const wrong: object[] = [];
    for (const [name, endpoint] of endpoints) {
      const { input } = sampleCall(endpoint, own);
      for (const param of Object.keys(input.params)) {
        for (const junk of ['None', 'undefined', '01900000-0000-7000-8000-00000000000G']) {
          const given = { ...input, params: { ...input.params, [param]: junk } };
          const { method } = endpoint;
          const sends = method !== 'GET' && given.body !== undefined && !endpoint.multipart;
          const headers = { [SESSION_HEADER]: token, ...(sends && { 'content-type': 'application/json' }) };
          const body = sends ? JSON.stringify(given.body) : null;
          const answer = await send({ method, address: addressOf(endpoint, given), headers, body });
          const fault = findFault(answer, method);
          if (fault) wrong.push({ fault, name, param, junk });
        }
      }
    }
    expect({ wrong, faults }).toEqual({ wrong: [], faults: [] });
  });

  test('is answered, and refused by a code of the catalogue with its status', async () => {
    const random = prng('calls');
    const wrong: object[] = [];
    const statuses = new Map<number, number>();
    for (let index = 0; index < CALLS; index += 1) {
      // Each once, and then by chance.
      const [name, endpoint] = endpoints[index] ?? random.pick(endpoints);
      const call = spoilCall(random, endpoint, sampleCall(endpoint, own).input, token);
      const answer = await send(call);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = findFault(answer, call.method);
      if (fault)
        wrong.push({
          fault,
          name,
          method: call.method,
          address: call.address.slice(0, 300),
          body: call.body?.slice(0, 300),
        });
    }
    expect({ wrong, faults }).toEqual({ wrong: [], faults: [] });
    // It reached success and all the refusals that it was made for.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]));
  });

  test('a known address with another method answers 405 and what it takes', async () => {
    const [name, endpoint] = ['getFolder', API.getFolder as Endpoint];
    const address = endpoint.path.replace(':id', own.folder);
    for (const method of METHODS.filter((one) => !['GET', 'PATCH', 'DELETE'].includes(one))) {
      const answer = await send({ method, address, headers: { [SESSION_HEADER]: token }, body: null });
      expect([name, method, answer.status, answer.headers.allow]).toEqual([
        name,
        method,
        405,
        'DELETE, GET, PATCH',
      ]);
    }
    const unknown = await send({ method: 'GET', address: '/api/v2/nothing', headers: {}, body: null });
    expect([unknown.status, JSON.parse(unknown.body).error.code]).toEqual([404, 'not_found']);
  });

  test.each([
    ['a NUL', '{"name":"a\\u0000b"}'],
    ['half a surrogate pair', '{"name":"a\\ud800b"}'],
    ['a NUL in a key', '{"name":"a","\\u0000":1}'],
  ])('%s is refused as input', async (_what, body) => {
    const headers = { [SESSION_HEADER]: token, 'content-type': 'application/json' };
    const answer = await send({ method: 'POST', address: '/api/v2/folders', headers, body });
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 'invalid_input']);
  });

  test.each([
    ['no HTTP at all', 'xin chào\r\n\r\n', 400, 'malformed_request'],
    ['an unknown method', 'CHAO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    ['a NUL in the path', 'GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'malformed_request',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a broken escape in the path',
      'GET /api/v2/folders/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      'a very long parameter',
      `GET /api/v2/folders/${'x'.repeat(1_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      400,
      'malformed_request',
    ],
    [
      'too long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['a long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'headers_too_large'],
  ])('%s is answered from the catalogue too', async (_what, bytes, status, code) => {
    const answer = await sendRaw(bytes);
    expect(findFault(answer, 'GET')).toBeNull();
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([status, code]);
  });

  test('a body of very many values is refused before it is parsed', async () => {
    const headers = { [SESSION_HEADER]: token, 'content-type': 'application/json' };
    const body = `{"to":[${'{},'.repeat(200_000)}{}]}`;
    const answer = await send({ method: 'POST', address: API.createDraft.path, headers, body });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([
      413,
      { code: 'too_large', message: 'The body holds too many values' },
    ]);
  });

  test('strangers have no body read', async () => {
    const answer = await sendRaw(
      'POST /api/v2/folders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
    );
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([401, 'session_required']);
  });
});
