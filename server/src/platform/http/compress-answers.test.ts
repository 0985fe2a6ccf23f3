import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { silentLogger } from '../logger.ts';
import { createApp } from './create-app.ts';

const LIST = JSON.stringify({ data: Array.from({ length: 50 }, (_, n) => ({ id: n, subject: 'Báo giá' })) });
const JSON_TYPE = 'application/json; charset=utf-8';

let app: FastifyInstance;
beforeAll(async () => {
  app = await createApp({ clock: createTestClock(), log: silentLogger, trustedProxies: 0, https: false });
  app.get('/list', (_request, reply) => reply.type(JSON_TYPE).send(Buffer.from(LIST)));
  app.post('/list', (_request, reply) => reply.type(JSON_TYPE).send(Buffer.from(LIST)));
  app.get('/small', (_request, reply) => reply.type(JSON_TYPE).send(Buffer.from('{"data":[]}')));
  app.get('/image', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5000)));
  app.get('/range', (_request, reply) => reply.code(206).type('text/plain').send(Buffer.alloc(5000, 'a')));
  app.get('/built', (_request, reply) =>
    reply.type('text/javascript').header('content-encoding', 'br').send(Buffer.alloc(5000, 'a')),
  );
  app.get('/source', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('content-length', 6000)
      .send(Readable.from([Buffer.alloc(3000, 'a'), Buffer.alloc(3000, 'b')])),
  );
});
afterAll(() => app.close());

function ask(url: string, accepted = 'gzip, deflate, br, zstd', method: 'GET' | 'POST' = 'GET') {
  return app.inject({ method, url, headers: { 'accept-encoding': accepted } });
}

describe('answers that are text', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['GZIP;q=1.0, br;q=0, zstd; q=0.0', 'gzip', gunzipSync],
  ])('come to a browser that takes %s as %s', async (accepted, encoding, decompress) => {
    const answer = await ask('/list', accepted);
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    expect(answer.rawPayload.length).toBeLessThan(LIST.length / 4);
    expect(decompress(answer.rawPayload).toString()).toBe(LIST);
  });

  test('that stream are compressed as they come', async () => {
    const answer = await ask('/source');
    expect(answer.headers).not.toHaveProperty('content-length');
    const text = zstdDecompressSync(answer.rawPayload).toString();
    expect([text.length, answer.rawPayload.length < 200]).toEqual([6000, true]);
  });

  test.each([
    ['/small', 'GET', undefined],
    ['/image', 'GET', undefined],
    ['/range', 'GET', undefined],
    ['/built', 'GET', 'br'],
    // It may hold what was just made for this caller alone.
    ['/list', 'POST', undefined],
  ] as const)(
    'are left as they are where it gains nothing or must not be: %s %s',
    async (url, method, as) => {
      expect((await ask(url, undefined, method)).headers['content-encoding']).toBe(as);
    },
  );

  test.each(['', 'identity', 'deflate', 'gzipped'])(
    'stay plain for a client that takes “%s”',
    async (accepted) => {
      const answer = await ask('/list', accepted);
      expect([answer.headers['content-encoding'], answer.payload]).toEqual([undefined, LIST]);
      expect(answer.headers.vary).toBe('accept-encoding');
    },
  );
});
