import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { settingsFromList } from '@bocau/contract/settings.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replyTask } from '../../mail/incoming/reply-task.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { decodeWords } from '../../platform/mime/decode-words.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE, txtRecords } from '../../test-kit/txt-records.ts';
import { mailIn, refusalOf } from '../../test-kit/write-mail.ts';

const HUNG = 'hung@doitac.example';
/** From a domain without SPF, DKIM or DMARC. */
const UNPROVEN = 'hung@im-lang.example';
const DAY_MS = 24 * 3600 * 1000;
let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let an: NewPerson;
let counter = 0;

const signing = createSigningDomain('ky.example');
const resolver = txtRecords({
  'doitac.example': SPF_FROM_HERE,
  'khac.example': 'v=spf1 ip4:192.0.2.1 -all',
  [signing.keyName]: signing.keyRecord.join(''),
});

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap({ resolver }));
});
afterAll(() => close());
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  an = await newPerson(server);
});

function today(): string {
  return new Date(server.clock.now() + 7 * 3600 * 1000).toISOString().slice(0, 10);
}

function vacation(given: Partial<VacationRule> = {}) {
  const { is_enable = true } = given;
  const definition = {
    type: 'vacation',
    is_enable,
    start_date: today(),
    end_date: null,
    subject: 'Đang nghỉ phép',
    from: an.email,
    body: 'Tôi nghỉ đến thứ Hai.\nViệc gấp xin gọi anh Minh.',
    only_organisation: false,
    ...given,
  };
  return { is_enable, sieve_json: JSON.stringify(definition) };
}

const turnOn = (given: Partial<VacationRule> = {}) => an.client.createRule({ body: vacation(given) });

type Given = { from?: string; author?: string; header?: string; to?: string; signed?: boolean };

/** Receives a message and runs its jobs; returns its Message-ID. */
async function receive(given: Given = {}): Promise<string> {
  const { from = HUNG, author = from, header = 'X-Mailer: x', to = an.email, signed = false } = given;
  counter += 1;
  const id = `m${counter}@doitac.example`;
  const raw = [
    `From: Hùng <${author}>`,
    `To: ${to}`,
    'Subject: Báo giá',
    `Message-ID: <${id}>`,
    'References: <goc@doitac.example>',
    header,
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Xem giúp em',
    '',
  ].join('\r\n');
  const port = server.running.smtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
  const sent = signed ? await signing.sign(Buffer.from(raw), new Date(server.clock.now())) : raw;
  const { message } = await client.send({ from, to: [an.email], raw: sent });
  client.end();
  expect(message[0]?.code).toBe(250);
  await runJobsUntilIdle(server.context);
  return id;
}

/** Repeats the job of a delivery, as after a crash between its commit and its completion. */
async function repeatJob(id: string): Promise<void> {
  const { db } = server.context;
  const row = await db
    .selectFrom('messages')
    .select(['id', 'blob', 'delivery_key'])
    .where('mailbox_id', '=', an.mailbox)
    .where('message_id_header', '=', id)
    .executeTakeFirstOrThrow();
  const job = {
    mailboxId: an.mailbox,
    ruleId: row.id,
    messageId: row.id,
    blob: row.blob?.toString('hex') ?? '',
    envelopeSender: HUNG,
    deliveryKey: row.delivery_key?.toString('hex') ?? '',
  };
  await inTransaction(db, (tx) => addJob(tx, replyTask, job));
  await runJobsUntilIdle(server.context);
}

/** As if this much time had passed; advancing the clock would trigger days of other work. */
async function answeredAgo(ms: number): Promise<void> {
  const at = Math.floor((server.clock.now() - ms) / 1000);
  await inTransaction(server.context.db, (tx) =>
    tx.updateTable('automatic_replies').set({ at }).where('mailbox_id', '=', an.mailbox).execute(),
  );
}

function subjectOf(text = ''): string {
  const [line = ''] = /^Subject: .*(?:\r\n[ \t].*)*/m.exec(text) ?? [];
  return decodeWords(line.slice('Subject: '.length).replaceAll('\r\n ', ''));
}

const replies = () =>
  trap.messages.map(({ from, to, raw }) => ({ from, to, text: Buffer.from(raw).toString() }));
const shown = async () => settingsFromList((await an.client.getSettings({})).data).auto_reply;

describe('the automatic reply', () => {
  test('VA-5 goes to the envelope sender in nobody’s name, and belongs to the message', async () => {
    await turnOn();
    const id = await receive();
    const [reply, ...more] = replies();
    expect(more).toEqual([]);
    expect([reply?.from, reply?.to]).toEqual(['', [HUNG]]);
    const text = reply?.text ?? '';
    expect(text).toMatch(new RegExp(`^From: .*<${an.email}>`, 'm'));
    expect(text).toMatch(/^Auto-Submitted: auto-replied/m);
    expect(text).toMatch(new RegExp(`^In-Reply-To: <${id}>`, 'm'));
    expect(text.replace(/\r\n\s+/g, ' ')).toContain(`References: <goc@doitac.example> <${id}>`);
    const body = Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'base64').toString();
    expect(body).toBe('Tôi nghỉ đến thứ Hai.\r\nViệc gấp xin gọi anh Minh.\r\n');
  });

  test('VA-5 names no subject of who was never written to', async () => {
    await turnOn({ subject: '' });
    await receive();
    expect(subjectOf(replies()[0]?.text)).toBe('Trả lời tự động');
    await an.client.saveSettings({ body: [{ key: 'language', value: 'en' }] });
    await receive({ from: 'mai@doitac.example' });
    expect(subjectOf(replies()[1]?.text)).toBe('Automatic reply');
  });

  test('VA-5 names the message of who was written to, where it has no subject of its own', async () => {
    await turnOn({ subject: '' });
    const { data: draft } = await an.client.createDraft({
      body: { to: [{ name: '', email: HUNG }], subject: 'Hỏi giá', body: '<p>Chào</p>' },
    });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    await receive({ from: 'HUNG@DoiTac.example' });
    expect(subjectOf(replies()[1]?.text)).toBe('Auto: Báo giá');
  });

  test('VA-5 goes to a sender once in four days, whatever the tag, also when its text has changed', async () => {
    const { data: rule } = await turnOn();
    const params = { id: rule.id };
    const first = await receive();
    await receive({ from: 'HUNG@DoiTac.example' });
    await receive({ from: 'hung+1@doitac.example' });
    await receive({ from: 'hung+2@doitac.example' });
    expect(replies()).toHaveLength(1);
    await receive({ from: 'mai@doitac.example' });
    expect(replies()).toHaveLength(2);
    await an.client.updateRule({ params, body: vacation({ body: 'Tôi đã về.' }) });
    await receive();
    expect(replies(), 'a corrected text').toHaveLength(2);
    await answeredAgo(4 * DAY_MS - 60_000);
    await receive();
    expect(replies()).toHaveLength(2);
    await answeredAgo(4 * DAY_MS);
    await receive();
    expect(replies()).toHaveLength(3);
    const again = { ...vacation({ body: 'Tôi về thứ Hai.' }), tell_again: true };
    await an.client.updateRule({ params, body: again });
    await repeatJob(first);
    expect(replies(), 'a delivery is answered once').toHaveLength(3);
    await receive();
    await receive();
    expect(replies(), 'who wrote it chose so').toHaveLength(4);
    await an.client.createRule({ body: again });
    await receive();
    expect(replies()).toHaveLength(5);
  });

  test('VA-6 goes to who is proven by a signature of the author, which SPF knows nothing of', async () => {
    await turnOn();
    await receive({ from: 'hung@ky.example', signed: true });
    expect(replies()).toMatchObject([{ to: ['hung@ky.example'] }]);
  });

  test('VA-5 VA-6 to colleagues alone: reaches the inbox, lies in no folder here, and is not answered by theirs', async () => {
    const binh = await newPerson(server);
    await turnOn({ only_organisation: true });
    await binh.client.createRule({ body: vacation({ subject: 'Cũng nghỉ' }) });
    await receive();
    expect(replies()).toEqual([]);
    const { data: draft } = await binh.client.createDraft({
      body: { to: [{ name: '', email: an.email }], subject: 'Họp', body: '<p>Chào</p>' },
    });
    await binh.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    const inbox = await mailIn(binh, 'INBOX');
    expect(inbox.map(({ subject }) => subject)).toEqual(['Đang nghỉ phép']);
    expect(await mailIn(an, 'Sent')).toEqual([]);
  });

  test.each([
    ['of a list', { header: 'List-Id: <tin.doitac.example>' }],
    ['that was written by a program', { header: 'Auto-Submitted: auto-generated' }],
    ['that was not addressed to it', { to: 'moi.nguoi@doitac.example' }],
    ['of an address that nobody reads', { from: 'no-reply@doitac.example' }],
    ['whose envelope sender nothing proves', { from: UNPROVEN }],
    ['whose envelope sender SPF denies', { from: 'lan@khac.example', author: HUNG }],
    ['whose signature is another’s', { from: 'mai@ky.example', author: 'hung@ky.example', signed: true }],
  ])('VA-6 does not go to mail %s', async (_what, given) => {
    await turnOn();
    await receive(given);
    expect(replies()).toEqual([]);
  });

  test('VA-6 does not go to what lies in Junk', async () => {
    await turnOn();
    await an.client.createRule({
      body: { is_enable: true, sieve_json: JSON.stringify({ type: 'auto_mark_spam', from: HUNG }) },
    });
    await receive();
    expect(replies()).toEqual([]);
  });

  test('VA-5 goes to nobody while it is off or not its time', async () => {
    const { data: rule } = await turnOn({ is_enable: false });
    await receive();
    const params = { id: rule.id };
    const end = new Date(server.clock.now() - 2 * DAY_MS).toISOString().slice(0, 10);
    await an.client.updateRule({ params, body: vacation({ start_date: end, end_date: end }) });
    await receive();
    expect(replies()).toEqual([]);
  });

  test('VA-6 stops at 500 in a day', async () => {
    await turnOn();
    const now = Math.floor(server.clock.now() / 1000);
    await inTransaction(server.context.db, (tx) =>
      tx
        .insertInto('outbox')
        .values(
          Array.from({ length: 499 }, (_, index) => {
            const id = `00000000-0000-4000-8000-${String(an.mailbox * 1000 + index).padStart(12, '0')}`;
            return {
              ...({ mailbox_id: an.mailbox, id, message_id: id, kind: 'reply', state: 'sent' } as const),
              ...{ due_at: now, created_at: now, counted_at: now, sender: '', recipient_count: 0 },
            };
          }),
        )
        .execute(),
    );
    await receive();
    await receive({ from: 'mai@doitac.example' });
    expect(replies()).toHaveLength(1);
  });
});

describe('the rule of the automatic reply', () => {
  test('VA-3 there is one, and the settings tell its days', async () => {
    expect(await shown()).toBe('');
    const { data: first } = await turnOn();
    expect(await shown()).toBe(`${today()}/..`);
    const { data: second } = await turnOn({ end_date: '2099-01-01' });
    expect(second.id).toBe(first.id);
    expect(await shown()).toBe(`${today()}/2099-01-01`);
    await an.client.updateRule({ params: { id: first.id }, body: { is_enable: false } });
    expect(await shown()).toBe('');
    expect((await an.client.listRules({})).data).toHaveLength(1);
  });

  test.each([
    ['VA-2 ends before it starts', { start_date: '2026-11-20', end_date: '2026-11-19' }, 'end_date'],
    ['VA-1 is on without a text', { body: ' \n' }, 'body'],
    ['VA-1 has no day to start', { start_date: '20/11/2026' }, 'start_date'],
    ['VA-1 has a subject of two lines', { subject: 'a\r\nBcc: b@c.example' }, 'subject'],
  ])('%s: it is refused', async (_what, given, field) => {
    const refused = await refusalOf(turnOn(given));
    expect([refused.code, refused.details]).toMatchObject([
      'invalid_input',
      { fields: [{ field: `sieve_json.${field}` }] },
    ]);
    expect((await an.client.listRules({})).data).toEqual([]);
  });

  test('VA-2 may last one day', async () => {
    await turnOn({ end_date: today() });
    expect(await shown()).toBe(`${today()}/${today()}`);
  });
});
