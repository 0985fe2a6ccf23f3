import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

async function receive(subject: string, body = 'Xin xem') {
  const raw = `From: hung@doitac.example\r\nTo: ${an.email}\r\nSubject: ${subject}\r\nMessage-ID: <${body.length}@doitac.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const { message } = await client.send({ from: 'hung@doitac.example', to: [an.email], raw });
  client.end();
  expect(message[0]?.code).toBe(250);
  const received = (await mailIn(an, 'INBOX')).find((one) => one.body?.startsWith(body.slice(0, 20)));
  if (!received) throw new Error('nothing came in');
  return received;
}

async function read(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${server.baseUrl}/api/v2/${path}`, {
    headers: { [SESSION_HEADER]: an.client.token, ...headers },
  });
}

const attach = (...ids: string[]) => an.client.attachMessages({ body: { message_ids: ids } });

test('messages are forwarded as files, byte for byte, and opened where they arrive', async () => {
  const first = await receive('=?UTF-8?Q?B=C3=A1o_gi=C3=A1_11/2026?=', 'Thư thứ nhất, có dấu');
  const second = await receive('Re: x', 'Thư thứ hai');
  const { data: files } = await attach(first.id, second.id);
  expect(files.map(({ name, content_type, size }) => [name, content_type, size])).toEqual([
    ['Báo giá 11-2026.eml', 'message/rfc822', first.size],
    ['Re_ x.eml', 'message/rfc822', second.size],
  ]);
  const binh = await newPerson(server);
  const draft = await writeDraft(an, [binh.email], { files: files.map(({ id }) => id) });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  const [arrived] = await mailIn(binh, 'INBOX');
  expect(arrived?.files.map(({ name }) => name)).toEqual(['Báo giá 11-2026.eml', 'Re_ x.eml']);
  const [id = ''] = arrived?.files.map((file) => file.id) ?? [];
  const source = Buffer.from(await (await read(`messages/${first.id}?type=raw`)).arrayBuffer());
  const theirs = await fetch(`${server.baseUrl}/api/v2/files/${id}/download`, {
    headers: { [SESSION_HEADER]: binh.client.token },
  });
  expect(Buffer.from(await theirs.arrayBuffer()).equals(source)).toBe(true);
  const { data: opened } = await binh.client.openAttachedMessage({ params: { id } });
  expect(opened.subject).toBe('Báo giá 11/2026');
  expect(opened.body).toContain('Thư thứ nhất');
});

test('what is of somebody else, or a draft, is not attached, and then nothing is', async () => {
  const own = await receive('Của An');
  const other = await newPerson(server);
  const draft = await writeDraft(an, ['hung@doitac.example']);
  expect((await refusalOf(attach(own.id, draft.id))).code).toBe('message_not_found');
  const theirs = other.client.attachMessages({ body: { message_ids: [own.id] } });
  expect((await refusalOf(theirs)).code).toBe('message_not_found');
});

test('a message that is too large for an attachment is refused by its name', async () => {
  const { id } = await receive('Bản vẽ');
  await server.context.db
    .updateTable('messages')
    .set({ size: 25 * 1024 * 1024 + 1 })
    .where('mailbox_id', '=', an.mailbox)
    .where('id', '=', id)
    .execute();
  expect(await refusalOf(attach(id))).toMatchObject({ code: 'too_large', details: { name: 'Bản vẽ.eml' } });
});

test('a message is saved as it came, as a file of its subject that no browser shows', async () => {
  const { id } = await receive('=?UTF-8?Q?H=E1=BB=A3p_=C4=91=E1=BB=93ng?=');
  const answer = await read(`messages/${id}/source.eml`);
  expect(answer.headers.get('content-type')).toBe('application/octet-stream');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Hop dong.eml"; filename*=UTF-8''${encodeURIComponent('Hợp đồng.eml')}`,
  );
  const saved = Buffer.from(await answer.arrayBuffer());
  const source = Buffer.from(await (await read(`messages/${id}?type=raw`)).arrayBuffer());
  expect(saved.equals(source)).toBe(true);
  const draft = await writeDraft(an, []);
  expect((await read(`messages/${draft.id}/source.eml`)).status).toBe(404);
});
