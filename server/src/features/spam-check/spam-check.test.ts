import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
});
afterAll(() => server.close());

const symbolsOf = async (person: NewPerson, id: string) =>
  (await person.client.getSpamInfo({ params: { id } })).data.symbols;

it('SP-2 tells what makes a draft look like spam, with name, description, score and type', async () => {
  const body = '<p>Tài khoản của bạn sẽ bị khóa.</p><p>Bấm vào đây để xác minh tài khoản.</p>';
  const draft = await writeDraft(an, ['ai@vpp.example'], { subject: 'MỞ NGAY KẺO HẾT!!', body });
  const symbols = await symbolsOf(an, draft.id);
  expect(symbols.map(({ name }) => name)).toEqual([
    'SUBJ_ALL_CAPS',
    'SUBJECT_MANY_EXCLAIM',
    'PHISHING_WORDS',
  ]);
  expect(symbols[2]).toEqual({
    name: 'PHISHING_WORDS',
    description: expect.any(String),
    score: 2.5,
    type: 'body',
  });
});

it('SP-5 does not blame the writer for what the quoted original says', async () => {
  const original = await writeDraft(an, [an.email], {
    body: '<p>Tài khoản của bạn sẽ bị khóa.</p><p>Bấm vào đây để xác minh tài khoản.</p>',
  });
  const answer = await writeDraft(an, ['ai@vpp.example'], {
    body: '<p>Thư này lừa đảo, chị đừng mở nhé.</p>',
    answers: original.id,
    action: 'forward',
  });
  expect(await symbolsOf(an, answer.id)).toEqual([]);
});

it('looks at drafts only, and at nobody else’s', async () => {
  const binh = await newPerson(server);
  const draft = await writeDraft(an, [binh.email]);
  expect((await refusalOf(symbolsOf(binh, draft.id))).code).toBe('message_not_found');
  await an.client.sendMail({ body: { msg_id: draft.id } });
  expect((await refusalOf(symbolsOf(an, draft.id))).code).toBe('not_a_draft');
});

it('SP-1 asks rspamd where there is one, and says when it can not be asked', async () => {
  const asked: { headers: IncomingMessage['headers']; raw: string }[] = [];
  let status = 200;
  const rspamd = await listen(async (request) => {
    asked.push({ headers: request.headers, raw: await text(request) });
    return { status, body: ANSWER };
  });
  const url = `http://127.0.0.1:${(rspamd.address() as AddressInfo).port}`;
  const other = await startTestServer({ env: { RSPAMD: url } });
  try {
    const chi = await newPerson(other);
    const draft = await writeDraft(chi, ['ai@vpp.example'], { subject: 'Xin chào' });
    expect(await symbolsOf(chi, draft.id)).toEqual([
      { name: 'SUBJ_ALL_CAPS', description: 'Subject is in capitals', score: 2.1, type: 'subject' },
      { name: 'R_SUSPICIOUS_URL', description: '', score: 5, type: 'body' },
    ]);
    expect(asked[0]?.headers).toMatchObject({ from: chi.email, user: chi.email, rcpt: 'ai@vpp.example' });
    expect(asked[0]?.raw).toContain(`From: `);
    const many = Array.from({ length: 500 }, (_, at) => `${'x'.repeat(60)}${at}@${'y'.repeat(60)}.example`);
    const strange = ['chữ@bưu-điện.vn', 'không phải địa chỉ', ...many].map((email) => ({ email }));
    await chi.client.saveDraft({ params: { id: draft.id }, body: { to: strange.slice(0, 500) } });
    expect(await symbolsOf(chi, draft.id)).toHaveLength(2);
    const { rcpt } = asked[1]?.headers ?? {};
    expect(Buffer.from(String(rcpt), 'latin1').toString()).toContain('chữ@bưu-điện.vn');
    expect(rcpt?.length).toBeLessThan(10_000);
    status = 500;
    expect((await refusalOf(symbolsOf(chi, draft.id))).code).toBe('service_unavailable');
  } finally {
    await other.close();
    await new Promise((resolve) => rspamd.close(resolve));
  }
});

const ANSWER = JSON.stringify({
  action: 'no action',
  score: 5.1,
  symbols: {
    SUBJ_ALL_CAPS: { name: 'SUBJ_ALL_CAPS', score: 2.0999, description: 'Subject is in capitals' },
    R_SUSPICIOUS_URL: { name: 'R_SUSPICIOUS_URL', score: 5 },
    R_MIXED_CHARSET: { name: 'R_MIXED_CHARSET', score: 4, description: 'Mixed characters in a message' },
    MIME_GOOD: { name: 'MIME_GOOD', score: -0.1, description: 'Known content-type' },
  },
});

async function listen(
  answer: (request: IncomingMessage) => Promise<{ status: number; body: string }>,
): Promise<Server> {
  const listening = createServer((request, response) => {
    void answer(request).then(({ status, body }) => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return listening;
}
