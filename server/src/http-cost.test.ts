import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CostlyBody, costlyBodies, SHAPES, UNREADABLE } from './test-kit/costly-calls.ts';
import { makeOwnThings, type OwnThings } from './test-kit/own-things.ts';
import { growthOf, isTooSteep } from './test-kit/processor-cost.ts';
import { addressOf, sampleCall } from './test-kit/sample-calls.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const EMAIL = 'lan.anh@saomai.example';
const HOUR_MS = 3_600_000;
/** Four times as much is a little less than the usual limit of a body, and five megabytes where more is taken. */
const USUAL = 240 * 1024;
const LARGE = 1_250_000;

const endpoints = Object.entries<Endpoint>(API).filter(
  ([name, endpoint]) => endpoint.body !== undefined && name !== 'logout',
);

let server: TestServer;
let token: string;
let own: OwnThings;
/** For each byte of the smaller size. */
let harmless = 0;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

beforeAll(async () => {
  server = await startTestServer();
  token = (await server.signIn(EMAIL)).token;
  own = await makeOwnThings(server.context, await server.mailboxId(EMAIL));
  const honest = ['createDraft', API.createDraft] as [string, Endpoint];
  const growth = await measure(
    honest,
    {
      name: 'words',
      make: (size) => JSON.stringify({ action: 'new', body: 'Xin chào. '.repeat(size / 11) }),
    },
    () => true,
  );
  harmless = (growth.large * 3) / sizeFor(API.createDraft);
});
afterAll(async () => {
  agent.destroy();
  await server.close();
});

async function send(endpoint: Endpoint, body: Buffer): Promise<number> {
  const { input } = sampleCall(endpoint, own);
  const { port } = new URL(server.baseUrl);
  const sent = request({
    host: '127.0.0.1',
    port,
    agent,
    method: endpoint.method,
    path: addressOf(endpoint, input),
    headers: { [SESSION_HEADER]: token, 'content-type': 'application/json', 'content-length': body.length },
  });
  sent.end(body);
  // What is refused by its head is answered while its body is still sent.
  sent.on('error', () => undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await text(answer);
  return answer.statusCode as number;
}

const sizeFor = ({ bodyBytes }: Endpoint) => (bodyBytes === undefined ? USUAL : LARGE);

const failures: string[] = [];

async function measure(
  [name, endpoint]: [string, Endpoint],
  { name: kind, make }: CostlyBody,
  isSuspicious: Parameters<typeof growthOf>[3],
) {
  const work = async (body: Buffer) => {
    let status = await send(endpoint, body);
    if (status === 429) {
      await server.clock.advance(HOUR_MS);
      status = await send(endpoint, body);
    }
    if (status >= 500 || status === 429) failures.push(`${name} ${kind}: ${status}`);
  };
  return growthOf((bytes) => Buffer.from(make(bytes)), sizeFor(endpoint), work, isSuspicious, 'process');
}

test.each(endpoints)(
  '%s costs no more than in proportion to its body',
  async (name, endpoint) => {
    const { input } = sampleCall(endpoint, own);
    const steep: string[] = [];
    const tooMuch = harmless * sizeFor(endpoint);
    const unreadable = name === endpoints[0]?.[0] ? UNREADABLE : [];
    for (const body of [...unreadable, ...SHAPES, ...costlyBodies(endpoint, input)]) {
      const growth = await measure([name, endpoint], body, (found) => isTooSteep(found, tooMuch));
      if (isTooSteep(growth, tooMuch))
        steep.push(`${body.name}: ${growth.small} µs, then ${growth.large} µs`);
    }
    expect({ steep, failures }).toEqual({ steep: [], failures: [] });
  },
  300_000,
);
