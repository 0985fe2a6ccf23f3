import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

let behindFront: TestServer;
let alone: TestServer;
let counter = 0;

beforeAll(async () => {
  behindFront = await startTestServer({
    env: { ROLES: 'http,mail', LMTP_AUTHSERV_ID: 'mx.front.example' },
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
