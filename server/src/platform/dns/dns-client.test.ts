import { afterEach, expect, test } from 'vitest';
import { type NameServer, NXDOMAIN, type Said, startNameServer } from '../../test-kit/name-server.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { createDnsClient } from './dns-client.ts';

let server: NameServer;
afterEach(() => server.close());

const clock = createTestClock();
const client = () => createDnsClient({ clock, servers: [{ address: '127.0.0.1', port: server.port }] });
const soa = {
  type: 'SOA',
  name: 'away.example',
  ttl: 900,
  data: {
    mname: 'ns.away.example',
    rname: 'root.away.example',
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 60,
  },
} as const;

const SAID: Record<string, Said> = {
  'TXT key.away.example': {
    answers: [
      { type: 'CNAME', name: 'key.away.example', ttl: 120, data: 'Elsewhere.example' },
      { type: 'TXT', name: 'elsewhere.example', ttl: 300, data: ['v=DKIM1; ', 'p=abc'] },
      { type: 'TXT', name: 'bank.example', ttl: 300, data: 'v=spf1 +all' },
    ],
  },
  'MX away.example': {
    answers: [
      { type: 'MX', name: 'away.example', ttl: 30, data: { preference: 10, exchange: 'mx.away.example' } },
    ],
  },
  'SRV _imaps._tcp.away.example': {
    answers: [
      {
        type: 'SRV',
        name: '_imaps._tcp.away.example',
        ttl: 40,
        data: { priority: 0, weight: 1, port: 993, target: 'imap.away.example' },
      },
    ],
  },
  'A gone.example': { rcode: NXDOMAIN, authorities: [soa] },
  'A empty.example': { authorities: [soa] },
  'A broken.example': { rcode: 2 },
};

test('reads records with the time that they may be kept, through aliases, and nothing that was not asked for', async () => {
  server = await startNameServer(({ type, name }) => SAID[`${type} ${name}`] ?? null);
  expect(await client()('key.away.example', 'TXT')).toEqual({ records: [['v=DKIM1; ', 'p=abc']], ttl: 120 });
  expect(await client()('away.example.', 'MX')).toEqual({
    records: [{ exchange: 'mx.away.example', priority: 10 }],
    ttl: 30,
  });
  expect(await client()('_imaps._tcp.away.example', 'SRV')).toEqual({
    records: [{ name: 'imap.away.example', port: 993, priority: 0, weight: 1 }],
    ttl: 40,
  });
});

test('tells what is not there, and for how long, from what failed', async () => {
  server = await startNameServer(({ type, name }) => SAID[`${type} ${name}`] ?? null);
  await expect(client()('gone.example', 'A')).rejects.toMatchObject({ code: 'ENOTFOUND', ttl: 60 });
  await expect(client()('empty.example', 'A')).rejects.toMatchObject({ code: 'ENODATA', ttl: 60 });
  await expect(client()('broken.example', 'A')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  await expect(client()(`${'a'.repeat(64)}.example`, 'A')).rejects.toMatchObject({ code: 'EBADNAME' });
});

test('passes over an answer with another number', async () => {
  const true_: Said = { answers: [{ type: 'A', name: 'a.example', ttl: 5, data: '192.0.2.1' }] };
  const forged = (id: number): Said => ({
    ...true_,
    id,
    answers: [{ type: 'A', name: 'a.example', data: '6.6.6.6' }],
  });
  server = await startNameServer(() => [forged(1), forged(2), true_]);
  expect(await client()('a.example', 'A')).toEqual({ records: ['192.0.2.1'], ttl: 5 });
});

test('asks again by TCP for what does not fit', async () => {
  const data = 'x'.repeat(200);
  server = await startNameServer(({ name }, by) =>
    by === 'udp'
      ? { truncated: true }
      : { answers: Array.from({ length: 40 }, () => ({ type: 'TXT', name, ttl: 9, data })) },
  );
  expect((await client()('long.example', 'TXT')).records).toHaveLength(40);
});

test('asks a silent server twice, and one that has long been silent only for a moment', async () => {
  server = await startNameServer(() => null);
  const ask = client();
  const askAndWait = async (patienceMs: number, times: number) => {
    const failed = expect(ask('a.example', 'A')).rejects.toMatchObject({ code: 'ETIMEOUT' });
    for (let time = 0; time < times; time += 1) await clock.advance(patienceMs);
    await failed;
  };
  for (let question = 0; question < 4; question += 1) await askAndWait(2_000, 2);
  await askAndWait(500, 1);
});
