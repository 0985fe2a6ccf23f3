import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';

type Question = { headers: IncomingMessage['headers']; body: string };

const questions: Question[] = [];
/** How this test's rspamd answers a request. */
let answer: (question: Question, response: ServerResponse) => void;
let counter = 0;
let server: TestServer;
let person: NewPerson;

const rspamd = createServer(async (request, response) => {
  const body = (await request.toArray()).join('');
  const question = { headers: request.headers, body };
  questions.push(question);
  answer(question, response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => rspamd.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({
    env: {
      ROLES: 'http,mail',
      RSPAMD: `http://127.0.0.1:${(rspamd.address() as AddressInfo).port}`,
      TRUSTED_AUTHSERV: 'mx.front.example',
    },
    async resolver(name, type) {
      if (type === 'TXT' && name === 'saomai.example') return [['v=spf1 ip4:127.0.0.1 -all']];
      throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    },
  });
  person = await newPerson(server);
});
afterAll(async () => {
  await server.close();
  rspamd.closeAllConnections();
  rspamd.close();
});

const says = (action: string) => (_question: Question, response: ServerResponse) => {
  const symbols = { FORGED_SENDER: { name: 'FORGED_SENDER', score: 8 } };
  response.end(JSON.stringify({ action, score: 8, symbols }));
};

async function bring(protocol: 'smtp' | 'lmtp', { from = 'a@away.example', fields = [] as string[] } = {}) {
  counter += 1;
  const subject = `Thư số ${counter}`;
  questions.length = 0;
  const port = server.running[`${protocol}Port`] as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  const lines = [`From: ${from}`, `To: ${person.email}`, `Message-ID: <f${counter}@away.example>`];
  const raw = [...fields, ...lines, `Subject: ${subject}`, '', 'hello', ''].join('\r\n');
  const { message } = await client.send({ from, to: [person.email], raw });
  client.end();
  expect(message[0]).toMatchObject({ code: 250 });
  const found = [...(await mailIn(person, 'INBOX')), ...(await mailIn(person, 'Junk'))];
  const one = found.find((candidate) => candidate.subject === subject);
  return { folder: one?.folder, spam: one?.spam };
}

test('what rspamd takes for spam goes to Junk with its reasons, by SMTP and by LMTP', async () => {
  answer = says('add header');
  for (const protocol of ['smtp', 'lmtp'] as const) {
    expect(await bring(protocol)).toEqual({ folder: 'Junk', spam: { score: 8, reasons: ['FORGED_SENDER'] } });
    expect(questions).toMatchObject([
      { headers: { from: 'a@away.example', rcpt: person.email, ip: '127.0.0.1' } },
    ]);
    expect(questions[0]?.body).toContain('hello');
  }
});

test('rspamd is asked about what a gateway has not judged, and about nobody who is proved to be inside', async () => {
  answer = says('reject');
  const judged = ['Authentication-Results: mx.front.example; spf=pass smtp.mailfrom=a@away.example'];
  expect(await bring('lmtp', { fields: [...judged, 'X-Spam: No'] })).toEqual({ folder: 'INBOX', spam: null });
  expect(await bring('smtp', { from: 'lan.anh@saomai.example' })).toEqual({ folder: 'INBOX', spam: null });
  expect(questions).toEqual([]);
  // Only a sender can have written these.
  expect(await bring('lmtp', { fields: ['X-Spam: No'] })).toMatchObject({ folder: 'Junk' });
  expect(await bring('smtp', { fields: [...judged, 'X-Spam: No'] })).toMatchObject({ folder: 'Junk' });
});

test('a silent rspamd keeps a message for its limit, and then it is delivered unjudged', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  answer = () => resolve();
  const delivered = bring('smtp');
  await asked;
  await server.clock.advance(10_000);
  expect(await delivered).toEqual({ folder: 'INBOX', spam: null });
});
