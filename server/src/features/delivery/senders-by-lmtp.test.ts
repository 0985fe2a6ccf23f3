import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';

const RECIPIENT = 'lan.anh@saomai.example';
const FRONT = 'mx.front.example';
const away = createSigningDomain('away.example');
const relay = createSigningDomain('relay.example');
const TEXTS: Record<string, string[]> = {
  'away.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_dmarc.away.example': ['v=DMARC1; p=reject'],
  [away.keyName]: away.keyRecord,
  [relay.keyName]: relay.keyRecord,
};

let server: TestServer;
const asked: string[] = [];
let counter = 0;

beforeAll(async () => {
  server = await startTestServer({
    env: { ROLES: 'http,mail', TRUSTED_AUTHSERV: `${FRONT}, mx2.front.example` },
    async resolver(name, type) {
      asked.push(`${type} ${name}`);
      const text = type === 'TXT' ? TEXTS[name] : undefined;
      if (text) return [text];
      throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    },
  });
});
afterAll(() => server.close());

/** A message from away.example, delivered by the front server; returns the stored sender, and the source. */
async function brought(signing: typeof away | null, ...fields: string[]) {
  counter += 1;
  const raw = Buffer.from(
    `From: a@away.example\r\nTo: ${RECIPIENT}\r\nSubject: hi\r\nMessage-ID: <${counter}@away.example>\r\n\r\nhello\r\n`,
  );
  const signed = signing ? await signing.sign(raw, new Date(TEST_NOW)) : raw;
  const port = server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const { message } = await client.send({
    from: 'a@away.example',
    to: [RECIPIENT],
    raw: Buffer.concat([Buffer.from(fields.map((field) => `${field}\r\n`).join('')), signed]),
  });
  client.end();
  expect(message[0]).toMatchObject({ code: 250 });
  const { db, blobs } = server.context;
  const stored = await db
    .selectFrom('messages as m')
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.mailbox_id', '=', 'm.mailbox_id').onRef('c.message_id', '=', 'm.id'),
    )
    .select(['c.sender_checks', 'm.blob', 'm.spoofed', 'm.sender'])
    .where('m.mailbox_id', '=', await server.mailboxId(RECIPIENT))
    .where('m.message_id_header', '=', `${counter}@away.example`)
    .executeTakeFirstOrThrow();
  const source = await blobs.read((stored.blob as Buffer).toString('hex') as never);
  const { sender_checks: checks, spoofed, sender } = stored;
  return { checks, spoofed, proven: sender.proven === true, source: source.toString('latin1') };
}

test('by LMTP nobody is judged by the address of the server in front', async () => {
  const { checks, spoofed, source } = await brought(relay);
  expect(checks).toMatchObject({
    spf: { result: 'none', domain: null },
    dkim: [{ result: 'pass', domain: 'relay.example', aligned: false }],
    // The SPF result is unknown.
    dmarc: { result: 'none', domain: 'away.example' },
  });
  expect(spoofed).toBe(false);
  expect(asked).not.toContain('TXT away.example');
  const ours = /^Authentication-Results: mail\.saomai\.example;.*(?:\r\n[ \t].*)*/m.exec(source)?.[0];
  expect(ours).toContain('dkim=pass');
  expect(ours).not.toContain('spf=');
  expect(ours).not.toContain('dmarc=fail');
});

test('AC-4 by LMTP an aligned signature is enough for DMARC, and proves the sender', async () => {
  const { checks, proven } = await brought(away);
  expect(proven).toBe(true);
  expect(checks).toMatchObject({
    spf: { result: 'none' },
    dmarc: { result: 'pass', domain: 'away.example' },
  });
});

test.each([
  ['passed', 'pass', 'a@away.example', 'pass'],
  ['passed for another domain', 'pass', 'a@other.example', 'fail'],
  ['failed', 'fail', 'a@away.example', 'fail'],
  ['could not be asked for', 'temperror', 'a@away.example', 'temperror'],
] as const)('by LMTP the server in front says that SPF %s', async (_what, result, address, dmarc) => {
  const field = `Authentication-Results: ${FRONT}; spf=${result} smtp.mailfrom=${address}`;
  const { checks, proven } = await brought(relay, field);
  expect(proven).toBe(dmarc === 'pass');
  const spf = { result, domain: address.replace('a@', '') };
  expect(checks).toMatchObject({ spf, dmarc: { result: dmarc, domain: 'away.example' } });
  const unsigned = await brought(null, field);
  expect(unsigned.checks).toMatchObject({ spf, dkim: [], dmarc: { result: 'none' } });
});

test('by LMTP what another server claims of SPF is no result', async () => {
  const field = 'Authentication-Results: mx.evil.example; spf=pass smtp.mailfrom=a@away.example';
  const { checks } = await brought(relay, field);
  expect(checks).toMatchObject({ spf: { result: 'none', domain: null } });
  expect((await brought(null, field)).checks).toBeNull();
});
