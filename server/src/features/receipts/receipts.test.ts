import type { Message } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { mailIn, readMail, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

const HUNG = 'hung@doitac.example';
const MAI = 'mai@khac.example';
const signers = new Map(['doitac.example', 'khac.example'].map((name) => [name, createSigningDomain(name)]));
const keys = new Map([...signers.values()].map(({ keyName, keyRecord }) => [keyName, keyRecord]));
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({
    resolver: async (name, type) => {
      const record = type === 'TXT' ? keys.get(name) : undefined;
      if (record) return [record];
      throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
    },
  }));
});
afterAll(() => close());
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  an = await newPerson(server);
});

type Given = { asks?: string; header?: string; subject?: string };

/** Receives a message from an outside sender who requests a receipt. */
async function receive({ asks = HUNG, header = '', subject = 'Báo giá' }: Given = {}): Promise<Message> {
  const raw = [
    `From: Hùng <${HUNG}>`,
    `To: ${an.email}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.length}-${an.mailbox}@doitac.example>`,
    `Disposition-Notification-To: ${asks}`,
    ...(header === '' ? [] : [header]),
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Xem giúp em',
    '',
  ].join('\r\n');
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const { message } = await client.send({ from: HUNG, to: [an.email], raw });
  client.end();
  expect(message[0]?.code).toBe(250);
  const [received] = await mailIn(an, 'INBOX');
  if (!received) throw new Error('nothing came in');
  return received;
}

const answer = (id: string, send: boolean) => an.client.answerReceipt({ params: { id }, body: { send } });

async function left() {
  await runJobsUntilIdle(server.context);
  return trap.messages.map(({ from, to, raw }) => ({ from, to, text: Buffer.from(raw).toString() }));
}

async function flagOf({ thread_id: id }: Message, folder = 'INBOX'): Promise<boolean | undefined> {
  const { data } = await an.client.listThreads({ query: { in: folder } });
  return data.find((thread) => thread.id === id)?.receipt;
}

describe('a request for a read receipt', () => {
  test('is shown in the list and with the message, and opening it sends nothing', async () => {
    const message = await receive();
    expect(message.receipt).toBe('wanted');
    expect(message.receipt_to).toEqual({ name: '', email: HUNG, elsewhere: false });
    expect(await flagOf(message)).toBe(true);
    await an.client.getThread({ params: { id: message.thread_id }, query: { in: 'INBOX' } });
    expect(await left()).toEqual([]);
  });

  test('is answered by a report in nobody’s name that says who, what and that a person sent it', async () => {
    const message = await receive();
    const { data } = await answer(message.id, true);
    expect([data.receipt, data.receipt_to]).toEqual(['sent', null]);
    const [{ from, to, text } = { from: '?', to: [], text: '' }, ...more] = await left();
    expect(more).toEqual([]);
    expect(from).toBe('');
    expect(to).toEqual([HUNG]);
    expect(text).toMatch(
      /^Content-Type: multipart\/report; report-type=disposition-notification;\s+boundary=/im,
    );
    expect(text).toMatch(new RegExp(`^From: .*<${an.email}>`, 'm'));
    expect(text).toContain(`Final-Recipient: rfc822; ${an.email}`);
    expect(text).toContain(`Original-Message-ID: <${message.message_id_header}>`);
    expect(text).toContain('Disposition: manual-action/MDN-sent-manually; displayed');
    expect(text).toMatch(new RegExp(`^In-Reply-To: <${message.message_id_header}>`, 'm'));
    expect(text).not.toMatch(/^Disposition-Notification-To:/im);
    const [filed] = await mailIn(an, 'Sent');
    expect(filed).toMatchObject({
      subject: 'Đã đọc: Báo giá',
      receipt: null,
      files: [{ inlineImage: true }],
    });
    expect(filed?.body).toContain('đã mở thư “Báo giá” của bạn');
    expect(await flagOf(message)).toBe(false);
  });

  test('is answered in the language of the mailbox', async () => {
    await an.client.saveSettings({ body: [{ key: 'language', value: 'en' }] });
    await answer((await receive()).id, true);
    await left();
    expect((await mailIn(an, 'Sent'))[0]?.subject).toBe('Read: Báo giá');
  });

  test('is answered once, however many ask at once and whatever they say', async () => {
    const { id } = await receive();
    const answers = await Promise.all([true, true, false, true, true].map((send) => answer(id, send)));
    const { receipt } = await readMail(an, id);
    expect(new Set(answers.map(({ data }) => data.receipt))).toEqual(new Set([receipt]));
    await answer(id, true);
    await answer(id, false);
    expect((await readMail(an, id)).receipt).toBe(receipt);
    expect(await left()).toHaveLength(receipt === 'sent' ? 1 : 0);
  });

  test('that was declined sends nothing and is not asked again', async () => {
    const message = await receive();
    expect((await answer(message.id, false)).data).toMatchObject({ receipt: 'declined', receipt_to: null });
    expect((await answer(message.id, true)).data.receipt).toBe('declined');
    expect(await left()).toEqual([]);
    expect(await flagOf(message)).toBe(false);
  });

  test('that leads elsewhere says so', async () => {
    const { receipt_to: to } = await receive({ asks: 'nan.nhan@khac.example' });
    expect(to).toEqual({ name: '', email: 'nan.nhan@khac.example', elsewhere: true });
  });

  test.each([
    ['of a list', { header: 'List-Id: <tin.doitac.example>' }],
    ['of a program', { header: 'Auto-Submitted: auto-generated' }],
    ['of bulk mail', { header: 'Precedence: bulk' }],
    ['to several', { asks: `${HUNG}, ke@doitac.example` }],
  ])('%s is none', async (_what, given) => {
    const message = await receive(given);
    expect([message.receipt, message.receipt_to]).toEqual([null, null]);
    expect((await refusalOf(answer(message.id, true))).code).toBe('receipt_not_offered');
    expect(await left()).toEqual([]);
  });

  test('is not offered in Junk', async () => {
    const { thread_id: thread, id, folder_id: from } = await receive();
    const { data: folders } = await an.client.listFolders({});
    const junk = folders.find(({ name }) => name === 'Junk')?.id ?? '';
    await an.client.moveThreads({
      body: [{ thread_ids: [thread], from_folder_id: from, to_folder_id: junk }],
    });
    expect(await readMail(an, id)).toMatchObject({ receipt: 'wanted', receipt_to: null });
    expect((await refusalOf(answer(id, true))).code).toBe('receipt_not_offered');
  });
});

/** A receipt in other programs' format, signed by its author's domain unless that is null. */
async function confirm(
  sent: Message,
  given: { who?: string; says?: string; from?: string; signedBy?: string | null } = {},
): Promise<void> {
  const { who = HUNG, says = 'displayed', from = who, signedBy = from.slice(from.indexOf('@') + 1) } = given;
  const raw = [
    `From: <${from}>`,
    `To: ${an.email}`,
    'Subject: Read: Báo giá',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
    'MIME-Version: 1.0',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message was read.',
    '--b',
    'Content-Type: message/disposition-notification',
    '',
    'Reporting-UA: mail.doitac.example; Thunderbird',
    `Final-Recipient: rfc822;${who.toUpperCase()}`,
    `Original-Message-ID: <${sent.message_id_header}>`,
    `Disposition: manual-action/MDN-sent-manually; ${says}`,
    '',
    '--b--',
    '',
  ].join('\r\n');
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const signer = signedBy === null ? undefined : signers.get(signedBy);
  const signed = signer ? await signer.sign(Buffer.from(raw), new Date(TEST_NOW)) : raw;
  const { message } = await client.send({ from: '', to: [an.email], raw: signed });
  client.end();
  expect(message[0]?.code).toBe(250);
  await runJobsUntilIdle(server.context);
}

async function sendAsking(to: string[], receipt = true): Promise<Message> {
  const draft = await writeDraft(an, to, { receipt });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  return readMail(an, draft.id);
}

describe('a receipt that comes in', () => {
  test('of a colleague is shown with the sent message, at that recipient, and tells open tabs', async () => {
    const binh = await newPerson(server);
    const sent = await sendAsking([binh.email, HUNG]);
    expect(sent.receipts).toEqual([]);
    const [received] = await mailIn(binh, 'INBOX');
    const { seq } = (await an.client.getChanges({ query: {} })).data;
    await binh.client.answerReceipt({ params: { id: received?.id ?? '' }, body: { send: true } });
    await runJobsUntilIdle(server.context);
    const { receipts } = await readMail(an, sent.id);
    expect(receipts.map(({ email }) => email)).toEqual([binh.email]);
    expect(receipts[0]?.at).toBeGreaterThan(0);
    const { threads } = (await an.client.getChanges({ query: { since: String(seq) } })).data;
    expect(threads.map(({ id }) => id)).toContain(sent.thread_id);
    expect((await mailIn(an, 'INBOX')).map(({ subject }) => subject)).toEqual(['Đã đọc: Hợp đồng']);
  });

  test('of another program is shown once', async () => {
    const sent = await sendAsking([HUNG]);
    await confirm(sent);
    const { receipts } = await readMail(an, sent.id);
    expect(receipts.map(({ email }) => email)).toEqual([HUNG]);
    await confirm(sent, { says: 'displayed/error' });
    expect((await readMail(an, sent.id)).receipts).toEqual(receipts);
  });

  test.each([
    ['of another recipient, in their own name', { who: HUNG, from: MAI }],
    ['of another recipient, with a forged From', { who: HUNG, signedBy: null }],
    ['of another recipient, with a forged From that they sign', { who: HUNG, signedBy: 'khac.example' }],
    ['of somebody who did not get it, in their own name', { who: HUNG, from: 'la@khac.example' }],
  ])('%s says nothing of who has not opened it', async (_what, given) => {
    const sent = await sendAsking([HUNG, MAI]);
    await confirm(sent, given);
    expect((await readMail(an, sent.id)).receipts).toEqual([]);
    expect(await mailIn(an, 'INBOX')).toHaveLength(1);
  });

  test.each([
    ['unsigned', { signedBy: null }],
    ['that names them by the address behind an alias', { who: 'hung.tran@doitac.example', signedBy: null }],
  ])('%s is believed where the message went to one address', async (_what, given) => {
    const sent = await sendAsking([HUNG]);
    await confirm(sent, given);
    expect((await readMail(an, sent.id)).receipts.map(({ email }) => email)).toEqual([HUNG]);
  });

  test('that is marked as forged says nothing of a colleague', async () => {
    const binh = await newPerson(server);
    const sent = await sendAsking([binh.email]);
    await confirm(sent, { who: binh.email, signedBy: null });
    expect((await readMail(an, sent.id)).receipts).toEqual([]);
  });

  test.each([
    ['that says it was deleted unread', { says: 'deleted' }],
    ['of somebody who did not get it', { who: 'la@khac.example' }],
    ['of somebody who did not get it, unsigned', { who: 'la@khac.example', signedBy: null }],
  ])('%s says nothing', async (_what, given) => {
    const sent = await sendAsking([HUNG]);
    await confirm(sent, given);
    expect((await readMail(an, sent.id)).receipts).toEqual([]);
  });

  test('for what asked for none says nothing', async () => {
    const sent = await sendAsking([HUNG], false);
    await confirm(sent);
    expect((await readMail(an, sent.id)).receipts).toEqual([]);
  });
});

describe('asking for a receipt', () => {
  test('stays with the draft, leaves with the message, and is asked of a colleague', async () => {
    const binh = await newPerson(server);
    const draft = await writeDraft(an, [binh.email, HUNG], { receipt: true });
    expect(draft.receipt).toBe('wanted');
    const version = draft.draft?.version ?? 0;
    const saved = await an.client.saveDraft({ params: { id: draft.id }, body: { version, subject: 'Gấp' } });
    expect([saved.data.receipt, saved.data.receipt_to]).toEqual(['wanted', null]);
    await an.client.sendMail({ body: { msg_id: draft.id } });
    const [{ text } = { text: '' }] = await left();
    expect(text).toMatch(new RegExp(`^Disposition-Notification-To: <${an.email}>\\r$`, 'm'));
    const [received] = await mailIn(binh, 'INBOX');
    expect(received?.receipt_to).toEqual({ name: '', email: an.email, elsewhere: false });
    expect(await readMail(an, draft.id)).toMatchObject({ receipt: 'wanted', receipt_to: null });
    expect(await flagOf(draft, 'Sent')).toBe(true);
  });

  test('is taken back with the draft', async () => {
    const draft = await writeDraft(an, [HUNG], { receipt: true });
    const body = { version: draft.draft?.version ?? 0, receipt: false };
    expect((await an.client.saveDraft({ params: { id: draft.id }, body })).data.receipt).toBe(null);
    await an.client.sendMail({ body: { msg_id: draft.id } });
    expect((await left())[0]?.text).not.toMatch(/^Disposition-Notification-To:/im);
  });

  test('in a message to oneself is not offered', async () => {
    const draft = await writeDraft(an, [an.email], { receipt: true });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await left();
    expect((await mailIn(an, 'INBOX'))[0]?.receipt_to).toBe(null);
  });
});
