import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededNumbers } from '../../test-kit/hostile/hostile-parts.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

let behindFront: TestServer;
let alone: TestServer;
let counter = 0;

beforeAll(async () => {
  behindFront = await startTestServer({
    env: { ROLES: 'http,mail', TRUSTED_AUTHSERV: 'mx.front.example, mx2.front.example' },
  });
  alone = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(async () => {
  await behindFront.close();
  await alone.close();
});

async function bring(server: TestServer, protocol: 'smtp' | 'lmtp', fields: string[]): Promise<NewPerson> {
  counter += 1;
  const person = await newPerson(server);
  const { lmtpPort, smtpPort } = server.running;
  const port = (protocol === 'lmtp' ? lmtpPort : smtpPort) as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  const raw = [
    ...fields,
    'From: a@away.example',
    `To: ${person.email}`,
    'Subject: hi',
    `Message-ID: <spam${counter}@away.example>`,
    '',
    'hello',
    '',
  ].join('\r\n');
  const { message } = await client.send({ from: 'a@away.example', to: [person.email], raw });
  client.end();
  expect(message[0]).toMatchObject({ code: 250 });
  return person;
}

const MARKED = ['X-Spam-Flag: YES', 'X-Spam-Status: Yes, score=9.1 required=5.0 tests=BAYES_99,URIBL_BLACK'];

test('what the server in front took for spam goes to Junk, and says why', async () => {
  const person = await bring(behindFront, 'lmtp', MARKED);
  expect(await mailIn(person, 'INBOX')).toEqual([]);
  expect(await mailIn(person, 'Junk')).toMatchObject([
    { spam: { score: 9.1, reasons: ['BAYES_99', 'URIBL_BLACK'] } },
  ]);
});

test('each of several gateways is believed by its name', async () => {
  for (const name of ['mx.front.example', 'mx2.front.example']) {
    const result = `Authentication-Results: ${name}; spf=pass smtp.mailfrom=a@away.example`;
    const [message] = await mailIn(await bring(behindFront, 'lmtp', [result]), 'INBOX');
    expect(message?.sender_checks).toMatchObject({ spf: { result: 'pass', domain: 'away.example' } });
  }
});

test('what it did not goes to the inbox', async () => {
  const person = await bring(behindFront, 'lmtp', ['X-Spam-Flag: NO', 'X-Spam-Score: 1.2']);
  expect(await mailIn(person, 'INBOX')).toMatchObject([{ spam: null }]);
});

test.each([
  ['a sender, past the server in front', () => behindFront, 'smtp'],
  ['a server in front that is not named', () => alone, 'lmtp'],
] as const)('the marks of %s are not believed and not kept', async (_who, server, protocol) => {
  const person = await bring(server(), protocol, [...MARKED, 'X-Rspamd-Action: reject']);
  const [message] = await mailIn(person, 'INBOX');
  expect(message?.spam).toBeNull();
  const { blob } = await server()
    .context.db.selectFrom('messages')
    .select('blob')
    .where('mailbox_id', '=', person.mailbox)
    .executeTakeFirstOrThrow();
  const source = await server().context.blobs.read(blob?.toString('hex') ?? '');
  expect(source.toString()).not.toMatch(/^x-(?:spam|rspamd)/im);
});

test('where no filter looks, the plain cases go to Junk all the same', async () => {
  for (const protocol of ['smtp', 'lmtp'] as const) {
    const person = await bring(alone, protocol, ['From: b@bank.example']);
    expect(await mailIn(person, 'Junk')).toMatchObject([
      { spam: { score: null, reasons: ['MULTIPLE_FROM'] } },
    ]);
  }
});

/** A field in a form that only a sender who wants to evade a filter would write. */
function disguised(field: string, random: () => number): string {
  const [name = '', value = ''] = field.split(/: (.*)/s);
  const letters = [...name].map((letter) => (random() < 0.5 ? letter.toUpperCase() : letter.toLowerCase()));
  const beforeColon = random() < 0.3 ? ' ' : '';
  const behindColon = ['', ' ', '\t', '\r\n ', '\r\n\t'][Math.floor(random() * 5)];
  return `${letters.join('')}${beforeColon}:${behindColon}${value}`;
}

test('a sender who speaks for a gateway is never believed by SMTP, however it is written', async () => {
  const next = seededNumbers(59);
  const random = () => next() / 2 ** 32;
  const person = await newPerson(behindFront);
  const gateways = ['mx.front.example', '"MX2.front.example"', '(x) mx.front.example 1'];
  const forged = [
    ...MARKED,
    'X-Spam: spam',
    'X-Rspamd-Action: reject',
    'X-Spamd-Result: default: True [99.0 / 15.0]; GTUBE(99.0)[]',
    ...gateways.map((name) => `Authentication-Results: ${name}; spf=pass smtp.mailfrom=a@saomai.example`),
  ];
  const client = await connectMail({
    host: '127.0.0.1',
    port: behindFront.running.smtpPort as number,
    protocol: 'smtp',
  });
  for (let number = 0; number < 40; number += 1) {
    const fields = forged.filter(() => random() < 0.5).map((field) => disguised(field, random));
    const raw = [
      ...fields,
      'From: Sep <sep@saomai.example>',
      `Subject: ${number}`,
      `Message-ID: <forged${number}@away.example>`,
      '',
      'hello',
      '',
    ].join('\r\n');
    await client.send({ from: 'a@away.example', to: [person.email], raw });
  }
  client.end();
  const { db, blobs } = behindFront.context;
  const stored = await db
    .selectFrom('messages as m')
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.mailbox_id', '=', 'm.mailbox_id').onRef('c.message_id', '=', 'm.id'),
    )
    .select(['m.blob', 'm.spoofed', 'c.spam'])
    .where('m.mailbox_id', '=', person.mailbox)
    .execute();
  expect(stored).toHaveLength(40);
  for (const { blob, spoofed, spam } of stored) {
    const source = (await blobs.read(blob?.toString('hex') ?? '')).toString('latin1');
    expect({ spoofed, spam }).toEqual({ spoofed: true, spam: null });
    expect(source).not.toMatch(/^x-(?:spam|rspamd)|front\.example/im);
  }
});
