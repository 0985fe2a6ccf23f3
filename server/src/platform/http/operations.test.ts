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
import { createReadiness, type Readiness } from './readiness.ts';

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
    // Also of a task that never had a job.
    expect(text).toMatch(/^bocau_jobs_waiting\{of="start_sending"\} 0$/m);
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
  const whole = { database: { status: 'ok' }, blobs: { status: 'ok' } };

  test('it is, with its database and its blobs, and each role says so', async () => {
    expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    const { status, text } = await ask('/readyz');
    const { instance, version, ...state } = JSON.parse(text);
    expect([status, state]).toEqual([
      200,
      { status: 'ready', parts: whole, roles: { http: 'ready', mail: 'ready' } },
    ]);
    expect([instance, version]).toEqual([server.context.instance.id, server.context.instance.version]);
    expect(await ask('/readyz/mail')).toEqual({
      status: 200,
      text: JSON.stringify({ status: 'ready', parts: whole }),
    });
    // This process has no such role.
    expect((await ask('/readyz/jobs')).status).toBe(404);
  });

  test('without its blobs the web stays, and says so; mail is put off with 4xx, and its role is not ready', async () => {
    const { blobs } = server.context;
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:9000 key AKIA'), {
      code: 'ECONNREFUSED',
    });
    const mocks = [
      vi.spyOn(blobs, 'check').mockRejectedValue(away),
      vi.spyOn(blobs, 'put').mockRejectedValue(away),
    ];
    // Asked for again after some seconds.
    expect(JSON.parse((await ask('/readyz')).text).status).toBe('ready');
    await server.clock.advance(6_000);
    const answer = await ask('/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      expect.objectContaining({
        status: 'degraded',
        parts: { ...whole, blobs: { status: 'failing', reason: 'ECONNREFUSED' } },
        roles: { http: 'degraded', mail: 'not ready' },
      }),
    ]);
    expect(answer.text).not.toMatch(/10\.0\.0\.9|AKIA/);
    expect([(await ask('/readyz/http')).status, (await ask('/readyz/mail')).status]).toEqual([200, 503]);

    const lanAnh = await server.signIn('lan.anh@saomai.example');
    expect((await lanAnh.listThreads({ query: { in: 'Inbox' } })).data).toBeDefined();
    const port = server.running.lmtpPort as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
    const raw = Buffer.from('From: khach@minhphat.example\r\nSubject: Cho\r\n\r\nXin chao\r\n');
    const { message } = await client.send({ from: '', to: ['lan.anh@saomai.example'], raw });
    expect(message.map(({ code }) => code)).toEqual([451]);
    await client.end();

    for (const mock of mocks) mock.mockRestore();
    await server.clock.advance(6_000);
    expect(JSON.parse((await ask('/readyz')).text).status).toBe('ready');
  });

  test('it is not where the store of its blobs does not answer', async () => {
    const check = vi.spyOn(server.context.blobs, 'check').mockReturnValue(new Promise(() => undefined));
    await server.clock.advance(6_000);
    const answered = ask('/readyz/mail');
    await vi.waitFor(() => expect(check).toHaveBeenCalled());
    await server.clock.advance(2_000);
    expect(JSON.parse((await answered).text)).toMatchObject({
      status: 'not ready',
      parts: { blobs: { status: 'failing', reason: 'no answer' } },
    });
    check.mockRestore();
    await server.clock.advance(6_000);
  });

  test('a process that is drained is not, refuses new mail with 421, and goes on answering the web', async () => {
    const port = server.running.lmtpPort as number;
    const open = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
    await open.command('MAIL FROM:<>');
    server.context.drain.begun = true;
    let ended = false;
    const drained = server.running.drain().then(() => {
      ended = true;
    });
    const answer = await ask('/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      503,
      expect.objectContaining({ status: 'not ready', reason: 'draining' }),
    ]);
    const late = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
    expect(late.greeting.code).toBe(421);
    late.destroy();
    expect(
      (await server.signIn('lan.anh@saomai.example').then((one) => one.getUserInfo({}))).data,
    ).toBeDefined();
    expect(ended).toBe(false);
    await open.command('RCPT TO:<lan.anh@saomai.example>');
    open.rawWrite('DATA\r\n');
    expect((await open.reply()).code).toBe(354);
    open.rawWrite('Subject: Xong\r\n\r\nXong\r\n.\r\n');
    expect((await open.reply()).code).toBe(250);
    await drained;
    server.context.drain.begun = false;
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
  let beforeItListens: Readiness;

  beforeAll(async () => {
    const { config, clock, pgConfig } = server.context;
    detour = await makeDetour(pgConfig);
    context = await createContext(
      { ...config, roles: new Set(['http']) },
      { clock, log: silentLogger, pgConfig: detour.pgConfig },
    );
    beforeItListens = await createReadiness(context)();
    running = await startRoles(context);
    baseUrl = `http://127.0.0.1:${running.httpPort}`;
    operationsUrl = `http://127.0.0.1:${running.operationsPort}`;
  });
  afterAll(async () => {
    await running.stop();
    await context.close();
    await detour.remove();
  });

  test('a process whose ports are not open yet is not ready, and says so', () => {
    expect(beforeItListens).toMatchObject({
      status: 'not ready',
      reason: 'ports',
      roles: { http: 'not ready' },
    });
  });

  test('the service is alive but not ready, says so to every call, and is ready again when it is back', async () => {
    expect((await ask('/readyz', operationsUrl)).status).toBe(200);
    await detour.cut();
    await vi.waitFor(async () => {
      const { status, text } = await ask('/readyz', operationsUrl);
      expect([status, JSON.parse(text).parts.database.status]).toEqual([503, 'failing']);
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
