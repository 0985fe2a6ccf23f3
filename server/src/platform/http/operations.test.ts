import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppContext, createContext } from '../../context.ts';
import { type Running, startRoles } from '../../start-roles.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import type { PgConfig } from '../db/pg-config.ts';
import { silentLogger } from '../logger.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());

async function ask(path: string, baseUrl = server.operationsUrl) {
  const answer = await fetch(baseUrl + path);
  return { status: answer.status, text: await answer.text() };
}

describe('the figures', () => {
  test('count calls by route and never by address', async () => {
    const lanAnh = await server.signIn('lan.anh@saomai.example');
    await lanAnh.getUserInfo({});
    await ask('/api/v2/folders/1234567?secret=1', server.baseUrl);
    await ask('/nowhere', server.baseUrl);
    const { text } = await ask('/metrics');
    expect(text).toContain(
      'bocau_http_request_seconds_count{method="GET",route="/api/v2/user/info",status="200"} 1',
    );
    expect(text).toContain(
      'bocau_http_request_seconds_count{method="GET",route="/api/v2/folders/:id",status="401"} 1',
    );
    expect(text).toContain('bocau_http_request_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toMatch(/1234567|secret|nowhere/);
  });

  test('count deliveries, and tell of the database and of the event loop', async () => {
    const port = server.running.lmtpPort as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
    const raw = Buffer.from('From: khach@minhphat.example\r\nSubject: Chao\r\n\r\nXin chao\r\n');
    await client.send({ from: '', to: ['lan.anh@saomai.example'], raw });
    await client.end();
    const { text } = await ask('/metrics');
    expect(text).toMatch(/^bocau_deliveries_total\{[^}]*protocol="lmtp"[^}]*\} 1$/m);
    expect(text).toMatch(/^bocau_database_connections\{of="open"\} [1-9]\d*$/m);
    expect(text).toMatch(/^bocau_database_answer_seconds\{of="ping"\} /m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  });
});

test('where the web is served, no operator’s question is answered', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await ask(path, server.baseUrl)).status).toBe(404);
  }
});

describe('whether the service is ready', () => {
  test('it is, with its database and its blobs', async () => {
    expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
  });

  test('it is not while its blobs can not be written, asked again after some seconds', async () => {
    const check = vi.spyOn(server.context.blobs, 'check').mockRejectedValue(new Error('disk full'));
    expect((await ask('/readyz')).status).toBe(200);
    await server.clock.advance(6_000);
    expect(await ask('/readyz')).toEqual({ status: 503, text: '{"status":"not ready","fault":"blobs"}' });
    check.mockRestore();
    await server.clock.advance(6_000);
    expect((await ask('/readyz')).status).toBe(200);
  });
});

/** Another way to the database, which can be cut. */
async function makeDetour(target: PgConfig) {
  if (!('host' in target)) throw new Error('tests reach the database by its socket');
  const folder = await mkdtemp(join(tmpdir(), 'bocau-detour-'));
  const name = `.s.PGSQL.${target.port}`;
  const open = new Set<Socket>();
  const detour = createServer((from) => {
    const to = connect(join(target.host, name));
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  async function mend(): Promise<void> {
    detour.listen(join(folder, name));
    await once(detour, 'listening');
  }
  async function cut(): Promise<void> {
    const closed = once(detour, 'close');
    detour.close();
    for (const socket of open) socket.destroy();
    await closed;
  }
  await mend();
  return {
    pgConfig: { ...target, host: folder },
    cut,
    mend,
    async remove() {
      await cut();
      await rm(folder, { recursive: true });
    },
  };
}

describe('without its database', () => {
  let detour: Awaited<ReturnType<typeof makeDetour>>;
  let context: AppContext;
  let running: Running;
  let baseUrl: string;
  let operationsUrl: string;

  beforeAll(async () => {
    const { config, clock, pgConfig } = server.context;
    detour = await makeDetour(pgConfig);
    context = await createContext(
      { ...config, roles: new Set(['http']) },
      { clock, log: silentLogger, pgConfig: detour.pgConfig },
    );
    running = await startRoles(context);
    baseUrl = `http://127.0.0.1:${running.httpPort}`;
    operationsUrl = `http://127.0.0.1:${running.operationsPort}`;
  });
  afterAll(async () => {
    await running.stop();
    await context.close();
    await detour.remove();
  });

  test('the service is alive but not ready, says so to every call, and is ready again when it is back', async () => {
    expect((await ask('/readyz', operationsUrl)).status).toBe(200);
    await detour.cut();
    await vi.waitFor(async () => {
      const answer = { status: 503, text: '{"status":"not ready","fault":"database"}' };
      expect(await ask('/readyz', operationsUrl)).toEqual(answer);
    });
    expect((await ask('/healthz', operationsUrl)).status).toBe(200);
    const call = await fetch(`${baseUrl}/api/v2/folders`, { headers: { 'x-auth-token': 'any' } });
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await call.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    const metrics = await ask('/metrics', operationsUrl);
    expect(metrics.status).toBe(200);
    expect(metrics.text).toContain('bocau_http_request_seconds_count');
    expect(metrics.text).not.toMatch(/^bocau_database_answer_seconds\{/m);
    await detour.mend();
    await vi.waitFor(async () => expect((await ask('/readyz', operationsUrl)).status).toBe(200));
  });
});
