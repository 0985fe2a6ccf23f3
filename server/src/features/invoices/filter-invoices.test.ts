import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type InvoiceText, invoiceText } from '../../demo-world/invoices/write-invoice.ts';
import { rebuildMailbox } from '../../mail/rebuild/rebuild-mailbox.ts';
import { INVOICE_STYLES } from '../../test-kit/invoices/invoice-styles.ts';
import { receiveFiles } from '../../test-kit/invoices/receive-invoices.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { createMailRules } from '../rules/mail-rules.ts';
import { readMessageInvoices } from './read-message-invoices.ts';

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let person: NewPerson;

const reading = () => ({ ...server.context, mailRules: createMailRules(server.context) });

beforeAll(async () => {
  ({ server, trap, close } = await startWithTrap());
});
afterAll(() => close());
beforeEach(async () => {
  await runJobsUntilIdle(server.context);
  trap.messages.length = 0;
  person = await newPerson(server);
});

const IS_INVOICE = { type: 'invoice', comparator: 'contains' };
const SAVE = { enable: true, type: 'save_invoice', value: 'Kho tệp/Hóa đơn/{năm}/{tháng}' };
const doing = (type: string, value = '') => ({ enable: true, type, value });

async function addFilter(
  conditions: object[],
  actions: object[],
  more: { match?: 'any'; is_enable?: boolean } = {},
): Promise<string> {
  const { match, is_enable = true } = more;
  const sieve_json = JSON.stringify({ conditions, actions, ...(match ? { match } : {}) });
  return (await person.client.createRule({ body: { is_enable, sieve_json } })).data.id;
}

const xmlOf = (changes: Partial<InvoiceText> = {}) => INVOICE_STYLES[0]?.write(invoiceText(changes)) ?? '';

let counter = 0;
type File = { name: string; content: string };

/** Delivers a message with these files; its invoices are read with the jobs. */
async function deliver(
  files: File[],
  { from = 'hoadon@hoasen.example', isRead = true }: { from?: string; isRead?: boolean } = {},
): Promise<void> {
  counter += 1;
  const part = ({ name, content }: File) => [
    '--b',
    `Content-Type: application/octet-stream; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
  ];
  const raw = [
    `From: ${from}`,
    `To: ${person.email}`,
    `Subject: =?utf-8?B?${Buffer.from(`Hóa đơn ${counter}`).toString('base64')}?=`,
    `Message-ID: <hd${counter}@x.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...files.flatMap(part),
    '--b--',
    '',
  ].join('\r\n');
  const port = server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const answer = await client.send({ from, to: [person.email], raw });
  expect(answer.message.map(({ code }) => code)).toEqual([250]);
  client.end();
  if (isRead) await runJobsUntilIdle(server.context);
}

const deliverInvoice = (changes: Partial<InvoiceText> = {}) =>
  deliver([
    { name: 'hd.xml', content: xmlOf(changes) },
    { name: 'hd.pdf', content: `%PDF-1.7 ${changes.number ?? ''}` },
  ]);

/** The paths of all files of the drive. */
async function filesOfDrive(folder = ''): Promise<string[]> {
  const { data } = await person.client.listDriveFiles({ query: folder === '' ? {} : { path: folder } });
  const paths = await Promise.all(
    data.map(async ({ name, type }) =>
      type === 'folder' ? filesOfDrive(`${folder}/${name}`) : [`${folder}/${name}`],
    ),
  );
  return paths.flat().sort();
}

async function subjectsIn(folder: string): Promise<(string | null)[]> {
  const { data } = await person.client.listThreads({ query: { in: folder } });
  return data.map(({ subject }) => subject);
}

const invoices = async () => (await person.client.listInvoices({ query: {} })).data;
const hitsOf = async (id: string) => (await person.client.getRule({ params: { id } })).data.hits;

describe('IV-17 a filter about invoices', () => {
  test('acts once these are read: it saves, marks, labels and moves; other mail it leaves alone', async () => {
    const { data: folder } = await person.client.createFolder({ body: { name: 'Mua vào' } });
    const id = await addFilter(
      [IS_INVOICE],
      [
        ...[SAVE, doing('mark_invoice', 'booked'), doing('mark_invoice', 'paid')],
        ...[doing('fileinto', folder.id), doing('setflag', 'Flagged')],
      ],
    );
    await deliver([{ name: 'hd.xml', content: xmlOf() }], { isRead: false });
    expect(await subjectsIn('INBOX')).toHaveLength(1);
    await runJobsUntilIdle(server.context);
    await deliver([{ name: 'khac.xml', content: '<a/>' }]);
    expect(await subjectsIn('INBOX')).toEqual([`Hóa đơn ${counter}`]);
    expect(await subjectsIn('Mua vào')).toEqual([`Hóa đơn ${counter - 1}`]);
    expect(await subjectsIn('Starred')).toHaveLength(1);
    expect((await invoices()).map(({ marks }) => marks)).toEqual([
      { booked: true, paid: true, query: false },
    ]);
    expect(await filesOfDrive()).toEqual(['/Hóa đơn/2026/11/0910004006_1C26THS_128.xml']);
    expect(await hitsOf(id)).toBe(1);
  });

  test('asks for the seller and the total of one and the same invoice', async () => {
    const id = await addFilter(
      [
        { type: 'invoice_seller', comparator: 'contains', value: '0910004006, 0312345678' },
        { type: 'invoice_total', comparator: 'over', value: 1_561_849 },
      ],
      [doing('mark_invoice', 'query')],
    );
    const over = await addFilter(
      [{ type: 'invoice_total', comparator: 'over', value: 1_561_850 }],
      [doing('setflag', 'Flagged')],
    );
    await deliverInvoice({ seller: { name: 'Công ty khác', taxCode: '0910004101' }, number: '1' });
    await deliverInvoice({ number: '2' });
    expect((await invoices()).map(({ number, mark }) => [number, mark])).toEqual(
      expect.arrayContaining([
        ['1', null],
        ['2', 'query'],
      ]),
    );
    expect([await hitsOf(id), await hitsOf(over)]).toEqual([1, 0]);
  });

  test('leaves what is in Trash by then, and mail that was moved meanwhile where it is', async () => {
    const { data: folder } = await person.client.createFolder({ body: { name: 'Mua vào' } });
    await addFilter([IS_INVOICE], [SAVE, doing('fileinto', folder.id)]);
    await deliver([{ name: 'hd.xml', content: xmlOf() }], { isRead: false });
    const { data: threads } = await person.client.listThreads({ query: { in: 'INBOX' } });
    await person.client.deleteThreads({ body: { ids: [threads[0]?.id ?? ''] } });
    await runJobsUntilIdle(server.context);
    expect(await filesOfDrive()).toEqual([]);
    expect(await subjectsIn('Trash')).toHaveLength(1);
    await deliver([{ name: 'hd.xml', content: xmlOf({ number: '2' }) }], { isRead: false });
    const { data: left } = await person.client.listThreads({ query: { in: 'INBOX' } });
    const { data: archive } = await person.client.getFolderByName({ query: { name: 'Archive' } });
    const { data: inbox } = await person.client.getFolderByName({ query: { name: 'INBOX' } });
    const move = { from_folder_id: inbox.id, to_folder_id: archive.id };
    await person.client.moveThreads({ body: [{ ...move, thread_ids: [left[0]?.id ?? ''] }] });
    await runJobsUntilIdle(server.context);
    expect(await filesOfDrive()).toHaveLength(1);
    expect(await subjectsIn('Archive')).toHaveLength(1);
  });

  test('acts once for each delivery: neither reading again nor the rebuild nor mail from before calls it', async () => {
    const message = await receiveFiles(server, person, [{ name: 'cu.xml', content: xmlOf({ number: '7' }) }]);
    const id = await addFilter([IS_INVOICE], [SAVE, doing('setflag', 'Seen')]);
    await deliverInvoice();
    const before = await filesOfDrive();
    expect(before).toHaveLength(2);
    const { data: files } = await person.client.listDriveFiles({ query: { path: '/Hóa đơn/2026/11' } });
    await person.client.trashDriveFiles({ body: { ids: files.map((file) => file.id) } });
    const of = (await invoices()).map(({ message_id }) => message_id);
    const run = { signal: new AbortController().signal, lastAttempt: false };
    const filtered = of.map((messageId) => ({ messageId, envelopeSender: 'a@b.example' }));
    await readMessageInvoices(reading(), person.mailbox, { messageIds: [...of, message], filtered }, run);
    await rebuildMailbox(server.context, person.mailbox, 'invoices', { again: true });
    await runJobsUntilIdle(server.context);
    expect(await filesOfDrive()).toEqual([]);
    expect(await hitsOf(id)).toBe(1);
  });

  test('two readings of one delivery at once let it act once', async () => {
    const id = await addFilter([IS_INVOICE], [SAVE]);
    await deliver([{ name: 'hd.xml', content: xmlOf() }], { isRead: false });
    const { data } = await person.client.listThreads({ query: { in: 'INBOX' } });
    const { data: messages } = await person.client.getThread({
      params: { id: data[0]?.id ?? '' },
      query: {},
    });
    const messageIds = messages.messages.map((message) => message.id);
    const filtered = messageIds.map((messageId) => ({ messageId, envelopeSender: 'a@b.example' }));
    const run = { signal: new AbortController().signal, lastAttempt: false };
    const read = () => readMessageInvoices(reading(), person.mailbox, { messageIds, filtered }, run);
    await Promise.all([read(), read(), runJobsUntilIdle(server.context)]);
    await runJobsUntilIdle(server.context);
    expect(await hitsOf(id)).toBe(1);
    expect(await filesOfDrive()).toHaveLength(1);
  });

  test('is run over mail from before when it is asked', async () => {
    await receiveFiles(server, person, [{ name: 'cu.xml', content: xmlOf({ number: '7' }) }]);
    await receiveFiles(server, person, [{ name: 'bao-gia.xml', content: '<a/>' }]);
    const id = await addFilter([IS_INVOICE], [SAVE, doing('mark_invoice', 'paid')]);
    const { data: found } = await person.client.countMatches({
      body: { sieve_json: JSON.stringify({ conditions: [IS_INVOICE], actions: [SAVE] }) },
    });
    expect(found.count).toBe(1);
    server.clock.set(server.clock.now() + 1000);
    const { data } = await person.client.runFilter({ params: { id }, body: {} });
    await runJobsUntilIdle(server.context);
    const { data: job } = await person.client.getBulk({ params: { id: data.id } });
    expect(job).toMatchObject({ state: 'done', changed: 1 });
    expect(await filesOfDrive()).toEqual(['/Hóa đơn/2026/11/0910004006_1C26THS_7.xml']);
    expect((await invoices()).map(({ mark }) => mark)).toEqual(['paid']);
  });

  test('sends a message on to a verified address, as other filters do', async () => {
    const target = `ketoan${person.mailbox}@ngoai.example`;
    const autofw = { type: 'autofw', is_enable: false, email: target };
    await person.client.createRule({ body: { is_enable: false, sieve_json: JSON.stringify(autofw) } });
    await sql`update forward_addresses set verified_at = 1 where mailbox_id = ${person.mailbox}`.execute(
      server.context.db,
    );
    await addFilter([IS_INVOICE], [doing('redirect', target), doing('redirect', 'la@ngoai.example')]);
    await runJobsUntilIdle(server.context);
    trap.messages.length = 0;
    await deliverInvoice();
    expect(trap.messages.map(({ to }) => to)).toEqual([[target]]);
  });

  test('takes no condition about other things beside it by "any", and no act on invoices without it', async () => {
    const from = { type: 'from', comparator: 'contains', value: 'a@b.example' };
    const refused = (...given: Parameters<typeof addFilter>) =>
      addFilter(...given).catch((error) => error.details?.fields?.[0]?.field ?? error);
    expect(await refused([IS_INVOICE, from], [SAVE], { match: 'any' })).toBe('sieve_json.match');
    expect(await refused([from], [SAVE])).toBe('sieve_json.actions');
    expect(await refused([{ ...IS_INVOICE, type: 'invoice_seller', value: '12' }], [SAVE])).toBe(
      'sieve_json.conditions.0.value',
    );
  });

  test('says in its Sieve that it is ours alone, and does nothing there', async () => {
    const id = await addFilter([IS_INVOICE], [SAVE, doing('setflag', 'Seen')]);
    const { data } = await person.client.getRule({ params: { id } });
    expect(data.sieve_script).toBe(
      [
        'require ["imap4flags"];',
        '# Only in Bồ Câu: acts once the invoices of a message are read, for which Sieve has no test.',
        'if false {',
        '  addflag "\\\\Seen";',
        '}',
        '',
      ].join('\r\n'),
    );
  });
});

describe('IV-18 files of invoices in the drive', () => {
  test('are numbered where a name is taken, and come once however often they are sent', async () => {
    await addFilter([IS_INVOICE], [SAVE]);
    await deliver([{ name: 'a.xml', content: xmlOf() }]);
    await deliver([{ name: 'a.xml', content: xmlOf() }]);
    await deliver([{ name: 'a.xml', content: xmlOf({ total: '1' }) }]);
    expect(await filesOfDrive()).toEqual([
      '/Hóa đơn/2026/11/0910004006_1C26THS_128 (2).xml',
      '/Hóa đơn/2026/11/0910004006_1C26THS_128.xml',
    ]);
  });

  test('that find no room are told of, once a day, and stay with their messages', async () => {
    await addFilter([IS_INVOICE], [SAVE]);
    await sql`update mailboxes set drive_quota_mb = 0 where id = ${person.mailbox}`.execute(
      server.context.db,
    );
    await deliverInvoice({ number: '1' });
    await deliverInvoice({ number: '2' });
    expect(await filesOfDrive()).toEqual([]);
    expect(await invoices()).toHaveLength(2);
    const told = (await subjectsIn('INBOX')).filter((subject) => !subject?.startsWith('Hóa đơn'));
    expect(told).toEqual(['Có hóa đơn chưa lưu được vào kho tệp']);
  });
});
