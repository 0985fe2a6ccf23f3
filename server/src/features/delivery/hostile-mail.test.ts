import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Logger, silentLogger } from '../../platform/logger.ts';
import { readingLimitMs } from '../../platform/mime/parse-pool.ts';
import { seededBytes } from '../../test-kit/hostile/hostile-parts.ts';
import { asSent, hostileDeliveries } from '../../test-kit/hostile-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail, type MailClient } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const complaints: string[] = [];
const log: Logger = {
  ...silentLogger,
  error: (_fields, message) => void complaints.push(message),
};

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, clock: systemClock, log });
  person = await newPerson(server);
});
afterAll(() => server.close());

function lmtp(): Promise<MailClient> {
  return connectMail({ host: '127.0.0.1', port: server.running.lmtpPort as number, protocol: 'lmtp' });
}

async function newestInJunk(client: NewPerson['client']) {
  const { data } = await client.listThreads({ query: { in: 'Junk', limit: '1' } });
  return data.map(({ id, message_ids }) => ({ thread_id: id, message_id: message_ids[0] as string }))[0];
}

async function rawSource(message: string): Promise<Buffer> {
  const answer = await fetch(`${server.baseUrl}/api/v2/messages/${message}?type=raw`, {
    headers: { 'x-auth-token': person.client.token },
  });
  return Buffer.from(await answer.arrayBuffer());
}

describe('malformed mail', () => {
  test('is refused in plain words, or can be listed, opened and had back byte for byte', async () => {
    const { client } = person;
    let mail = await lmtp();
    let seq = (await client.getChanges({ query: {} })).data.seq;
    const counts = { accepted: 0, refused: 0 };
    const faults: string[] = [];
    let longestReadingMs = 0;

    let made = 0;
    for (const { name, raw } of hostileDeliveries()) {
      made += 1;
      // Each is parsed in parse-pool.test.ts; delivering every fourth takes long enough.
      if (made % 4 !== 1) continue;
      longestReadingMs = Math.max(longestReadingMs, readingLimitMs(raw.length));
      const sent = await mail.send({ from: 'ai@do.example', to: [person.email], raw });
      const reply = sent.message[0] ?? sent.recipients[0] ?? sent.mail;
      if (reply.code !== 250) {
        counts.refused += 1;
        if (reply.code < 500 || !/^5\.\d+\.\d+ \S+/.test(reply.lines[0] ?? ''))
          faults.push(`${name}: answered ${reply.code} ${reply.lines}`);
        // After bare line ends it is undefined where the next command begins.
        mail.destroy();
        mail = await lmtp();
        continue;
      }
      counts.accepted += 1;
      const { data } = await client.getChanges({ query: { since: String(seq) } });
      seq = data.seq;
      // A disguised program goes to Junk, which is not announced.
      const found = data.new_mail[0] ?? (await newestInJunk(client));
      const row = data.threads.find(({ id }) => id === found?.thread_id)?.rows[0]?.thread;
      if (!found || !row) {
        faults.push(`${name}: is not listed`);
        continue;
      }
      const thread = await client.getThread({ params: { id: row.id }, query: { expand: '0', peek: 'true' } });
      const opened = thread.data.messages.find(({ id }) => id === found.message_id);
      if (typeof opened?.body !== 'string') faults.push(`${name}: does not open`);
      const source = await rawSource(found.message_id);
      const expected = asSent(raw);
      if (!source.subarray(-expected.length).equals(expected)) faults.push(`${name}: its source differs`);
      if (opened?.size !== source.length) faults.push(`${name}: says ${opened?.size} bytes`);
    }
    mail.end();

    expect(faults).toEqual([]);
    expect(complaints).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(110);
    expect(counts.refused).toBeGreaterThan(0);
    // The limit for the reply is two seconds: the rest is for the disk, the database and a second, simpler
    // reading.
    expect(longestReadingMs).toBeLessThan(1_800);
    expect(await recount(server.context.db, person.mailbox)).toEqual([]);
  }, 120_000);

  test('that is no mail protocol at all ends in a refusal, and the next sender is served', async () => {
    const rubbish = [
      Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
      Buffer.from('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'latin1'),
      Buffer.alloc(300_000, 'a'),
      Buffer.alloc(2_000),
      Buffer.from('\r\n'.repeat(2_000)),
      Buffer.from('MAIL FROM:<a@b>\r\n'.repeat(2_000)),
      Buffer.from(`EHLO ${'x'.repeat(5_000)}\r\nRCPT TO:<${'y'.repeat(5_000)}@z>\r\n`),
      Buffer.from('EHLO a\r\nDATA\r\n.\r\nRSET\r\nBDAT 99999999999999\r\nAUTH PLAIN AAAA\r\nVRFY root\r\n'),
      ...[1, 2, 3, 4].map((seed) => seededBytes(seed, 20_000)),
    ];
    for (const port of [server.running.smtpPort, server.running.lmtpPort]) {
      for (const bytes of rubbish) {
        const codes = await answersTo(port as number, bytes);
        // Nothing was accepted; the last replies may be lost when the server closes the connection midway.
        expect(codes).not.toContain(354);
      }
    }
    const mail = await lmtp();
    const raw = 'From: ai@do.example\r\nSubject: Con song\r\n\r\nVang.\r\n';
    const { message } = await mail.send({ from: 'ai@do.example', to: [person.email], raw });
    mail.end();
    expect(message[0]).toMatchObject({ code: 250 });
    expect(complaints).toEqual([]);
  });
});

/** Sends everything at once, closes, and returns the codes of the replies. */
function answersTo(port: number, bytes: Buffer): Promise<number[]> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    let said = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      said += text;
    });
    // The server may close the connection midway.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve([...said.matchAll(/^(\d{3})[ -]/gm)].map(([, code]) => Number(code))));
    socket.end(bytes);
  });
}
