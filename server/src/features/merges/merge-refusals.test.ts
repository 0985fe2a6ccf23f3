import { createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';
import { collectBlobsTask } from '../cleaning/cleaning.jobs.ts';
import { sendRows } from './send-rows.ts';

const PUBLIC_URL = 'https://thu.saomai.example';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;
let merges: ReturnType<typeof mergesOf>;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({ env: { PUBLIC_URL } }));
});
afterAll(() => close());
beforeEach(async () => {
  an = await newPerson(server);
  merges = mergesOf(an);
  trap.messages.length = 0;
});

const work = () => runJobsUntilIdle(server.context);
const table = (...emails: string[]) => `Email,Tên\n${emails.map((email) => `${email},Khách`).join('\n')}\n`;
const write = () => merges.write({ subject: 'Thư', body: '<p>Chào {Tên}</p>' });

async function send(...emails: string[]) {
  const merge = await merges.upload(await write(), table(...emails));
  await merges.start(merge);
  await work();
  return merge;
}

/** The path of the link in a message of the trap. */
function linkTo(email: string): string {
  const raw = trap.messages.find(({ to }) => to.includes(email))?.raw.toString() ?? '';
  const fields = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n\s/g, '');
  expect(fields).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, link = ''] = /\r\nList-Unsubscribe: <([^>]+)>/.exec(fields) ?? [];
  expect(link.startsWith(PUBLIC_URL)).toBe(true);
  return link.slice(PUBLIC_URL.length);
}

const press = (path: string, body = 'List-Unsubscribe=One-Click') =>
  fetch(`${server.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });

async function refusals() {
  const { data, meta } = await an.client.listMergeRefusals({ query: {} });
  return [meta.total, ...data.map(({ email, by }) => [email, by])];
}

it('MM-7 goes to each person alone, outside too, with a link of their own', async () => {
  await send('mot@ngoai.example', 'hai@ngoai.example');
  expect(trap.messages.map(({ to }) => to)).toEqual([['mot@ngoai.example'], ['hai@ngoai.example']]);
  expect(linkTo('mot@ngoai.example')).not.toBe(linkTo('hai@ngoai.example'));
  const raw = trap.messages[0]?.raw.toString() ?? '';
  expect(raw).not.toContain('hai@ngoai.example');
});

it('MM-10 NS-1 the sender’s copy offers to refuse for nobody, and is no newsletter of theirs', async () => {
  await send('khach@ngoai.example');
  const [copy] = await mailIn(an, 'Sent');
  expect(copy).toMatchObject({ subject: 'Thư', unsubscribe: null });
  expect((await an.client.listNewsletters({ query: {} })).data).toEqual([]);
});

/** Every text of a message that its mailbox keeps: what is shown, and its source. */
async function keptOf(id: string): Promise<string> {
  const shown = JSON.stringify((await an.client.getMessage({ params: { id }, query: {} })).data);
  const { blob } = await server.context.db
    .selectFrom('messages')
    .select('blob')
    .where('mailbox_id', '=', an.mailbox)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const source = await buffer(await server.context.blobs.open(blob?.toString('hex') ?? ''));
  return shown + source.toString().replace(/=\r\n/g, '').replaceAll('=3D', '=');
}

it('MM-24 the copy in Sent is what was sent without a link, in its text and in its source', async () => {
  await send('khach@ngoai.example');
  const path = linkTo('khach@ngoai.example');
  const [copy] = await mailIn(an, 'Sent');
  const kept = await keptOf(copy?.id as string);
  expect(kept).toContain('Chào Khách');
  expect(kept).not.toMatch(/no-merges|unsubscribe:/i);
  // It is the same message, by its Message-ID.
  expect(trap.messages[0]?.raw.toString()).toContain(copy?.message_id_header as string);
  expect((await press(path)).status).toBe(200);
  expect(await refusals()).toMatchObject([1, ['khach@ngoai.example', 'link']]);
});

it('MM-24 a preview has the words, and a link that is none, for whoever looks', async () => {
  const merge = await merges.upload(await write(), table('khach@ngoai.example', 'sai@'));
  for (const row of [1, 2]) {
    const { html } = await merges.preview(merge, row);
    expect(html).toContain('Từ chối nhận');
    expect(html).toContain('(mẫu: liên kết chỉ có trong thư gửi đi)');
    expect(html).not.toMatch(/no-merges|href/);
  }
  await merges.change(merge, { unsubscribe: false });
  expect((await merges.preview(merge, 1)).html).not.toContain('Từ chối nhận');
});

it('MM-24 a test to oneself has the link of the own address', async () => {
  const merge = await merges.upload(await write(), table('khach@ngoai.example'));
  await an.client.testMerge({ params: { id: merge.id, row: '1' } });
  await work();
  const [came] = await mailIn(an, 'INBOX');
  const [path = ''] = /\/no-merges\?m=[\w.-]+/.exec(came?.body ?? '') ?? [];
  await press(path);
  expect(await refusals()).toEqual([1, [an.email, 'link']]);
});

it('MM-24 what goes once more to whom it missed has the link, and its source is let go when it has arrived', async () => {
  const { db, blobs } = server.context;
  const sources = async () =>
    (await db.selectFrom('outbox').select('blob').where('mailbox_id', '=', an.mailbox).execute()).map(
      ({ blob }) => blob?.toString('hex') ?? null,
    );
  trap.refuseRecipient(() => '550 5.1.1 no such user');
  await send('khong@ngoai.example');
  trap.refuseRecipient(() => null);
  const [source] = await sources();
  expect(source).not.toBeNull();
  const [copy] = await mailIn(an, 'Sent');
  await an.client.sendAgain({
    params: { id: copy?.id as string },
    body: { emails: ['khong@ngoai.example'] },
  });
  await work();
  expect(linkTo('khong@ngoai.example')).toContain('/no-merges');
  expect(await sources()).toEqual([null]);
  await server.clock.advance(3 * 86_400_000);
  await inTransaction(db, (tx) => addJob(tx, collectBlobsTask, {}));
  await work();
  expect(await blobs.stat(source as string)).toBeNull();
  expect(await keptOf(copy?.id as string)).toContain('Chào Khách');
});

it('MM-27 who answers or forwards it passes on the words without the link, and of plain text too', async () => {
  const binh = await newPerson(server);
  await send(binh.email);
  const [came] = await mailIn(binh, 'INBOX');
  expect(came?.body).toContain('/no-merges?m=');
  const text = `Từ chối nhận: ${/https:[^"]*no-merges[^"]*/.exec(came?.body ?? '')?.[0]}\nHết`;
  const originals = [
    came?.id as string,
    await fileMail(server.context, binh.mailbox, { body: text, bodyIsHtml: false }),
  ];
  for (const id of originals) {
    for (const action of ['reply', 'forward'] as const) {
      const { html } = (await binh.client.getQuote({ params: { id }, query: { action } })).data;
      expect(html).toContain('Từ chối nhận');
      expect(html).not.toMatch(/no-merges|href="?"/);
    }
  }
  const draft = await writeDraft(binh, ['ban@ngoai.example'], {
    answers: came?.id as string,
    action: 'forward',
  });
  await binh.client.sendMail({ body: { msg_id: draft.id } });
  await work();
  expect(trap.messages.at(-1)?.raw.toString()).not.toContain('no-merges');
});

it('MM-10 who reads it as plain text has the link too', async () => {
  await send('khach@ngoai.example');
  const raw = trap.messages[0]?.raw.toString() ?? '';
  const plain = raw.slice(raw.indexOf('text/plain'), raw.indexOf('text/html'));
  const words = plain.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  expect(words).toContain(PUBLIC_URL + linkTo('khach@ngoai.example'));
});

it('MM-10 opening the link changes nothing, pressing writes the address down, and twice does no harm', async () => {
  await send('khach@ngoai.example');
  const path = linkTo('khach@ngoai.example');
  const page = await fetch(`${server.baseUrl}${path}&lang=vi`);
  const shown = await page.text();
  expect([page.status, shown]).toEqual([200, expect.stringContaining('saomai.example')]);
  // It may have gone from an alias.
  expect(shown).not.toContain(an.email);
  expect((await press(path, 'a=b')).status).toBe(200);
  expect(await refusals()).toEqual([0]);
  expect((await press(path)).status).toBe(200);
  expect((await press(path)).status).toBe(200);
  expect(await refusals()).toEqual([1, ['khach@ngoai.example', 'link']]);
  for (const other of [
    '/no-merges',
    '/no-merges?m=x',
    // Not the last sign, of which some bits are of no byte.
    path.replace(/.(?=.$)/, (sign) => (sign === '0' ? '1' : '0')),
  ]) {
    expect((await fetch(`${server.baseUrl}${other}`)).status).toBe(404);
  }
});

it('MM-11 who said no gets no merge any more, one that is running included, and ordinary mail as before', async () => {
  const emails = Array.from({ length: 25 }, (_, at) => `k${String(at).padStart(2, '0')}@ngoai.example`);
  const merge = await merges.upload(await write(), table(...emails));
  await merges.start(merge);
  const key = { mailboxId: an.mailbox, mergeId: merge.id };
  await sendRows(server.context, key, { signal: new AbortController().signal, lastAttempt: false });
  await an.client.addMergeRefusals({ body: { emails: ['K24@ngoai.example'] } });
  await work();
  expect(trap.messages).toHaveLength(24);
  expect(await merges.rows(merge, { state: 'skipped' })).toMatchObject([{ row: 25, problems: ['said_no'] }]);
  await an.client.sendMail({ body: { msg_id: (await writeDraft(an, ['k24@ngoai.example'])).id } });
  await work();
  expect(trap.messages.at(-1)?.to).toEqual(['k24@ngoai.example']);
  await an.client.removeMergeRefusals({ body: { emails: ['k24@ngoai.example'] } });
  expect(await refusals()).toEqual([0]);
});

it('MM-28 the link says neither whose mailbox it is nor of whom, and is another one each time', async () => {
  await send('khach@ngoai.example');
  const first = linkTo('khach@ngoai.example');
  trap.messages.length = 0;
  await send('khach@ngoai.example');
  const links = [first, linkTo('khach@ngoai.example')];
  expect(links[0]).not.toBe(links[1]);
  for (const link of links) {
    expect(link).toMatch(/^\/no-merges\?m=[\w-]+$/);
    const read = Buffer.from(link.slice('/no-merges?m='.length), 'base64url').toString('latin1');
    expect(read).not.toMatch(/khach|ngoai/);
  }
});

it('MM-28 links that were sent before work for ever', async () => {
  const key = await readForwardingKey(server.context.db);
  const address = 'khach@ngoai.example';
  const mark = createHmac('sha256', key)
    .update(`no merges ${an.mailbox} ${address}`)
    .digest('hex')
    .slice(0, 32);
  const token = `${an.mailbox.toString(36)}.${Buffer.from(address).toString('base64url')}`;
  expect(
    (await press(`/no-merges?m=${token}.${mark.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`)).status,
  ).toBe(404);
  expect((await press(`/no-merges?m=${token}.${mark}`)).status).toBe(200);
  expect(await refusals()).toEqual([1, [address, 'link']]);
});

it('MM-10 carries no link where its writer has turned that off', async () => {
  const merge = await merges.upload(await write(), table('luong@ngoai.example'));
  await merges.change(merge, { unsubscribe: false });
  await merges.start(merge);
  await work();
  const raw = trap.messages[0]?.raw.toString() ?? '';
  expect(raw).toContain('luong@ngoai.example');
  expect(raw).not.toMatch(/unsubscribe|no-merges/i);
});

it('MM-13 says what another server said of a row', async () => {
  trap.refuseRecipient((address) => (address.startsWith('khong') ? '550 5.1.1 no such user' : null));
  const merge = await send('khong@ngoai.example', 'co@ngoai.example');
  trap.refuseRecipient(() => null);
  const rows = await merges.rows(merge);
  expect(rows.map(({ state, reply }) => [state, reply])).toEqual([
    ['refused', expect.stringContaining('no such user')],
    ['sent', expect.anything()],
  ]);
  expect(await mailIn(an, 'INBOX')).toEqual([]);
});
