import type { BulkJob } from '@bocau/contract/bulk.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForward } from '../../features/forwarding/save-forward.ts';
import { readVersions } from '../../features/invitations/invitations.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { attachedPdf, fileMails } from '../../test-kit/file-mail.ts';
import { copyMailbox, copyThreads } from '../../test-kit/many-mailboxes.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { TEST_NOW } from '../../test-kit/test-clock.ts';
import { type PlanWatch, type RanStatement, watchPlans } from '../../test-kit/watch-plans.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { settleInterrupted } from '../outbox/attempts.store.ts';

/** One large mailbox among many small ones: PostgreSQL expects of each what the average one has. */
const SMALL_MAILBOXES = 2_000;
const SMALL = 10;
const FILED = 500;
const COPIES = 59;
const PAGE = 10;
/** More than a page of what the filters look for. */
const RARE = 12;
/**
 * What a statement may look at: a page of rows with what belongs to each of them, which is 100 to 200 pages by where rows
 * lie and what PostgreSQL sampled. The index of the inbox alone has more than 400.
 */
const FEW_PAGES = 300;
/** What a statement of a job may look at, which takes hundreds of messages at once: a tenth of what lies there. */
const CHUNK_PAGES = 2_000;
const HOUR = 3_600;
/** Its functions are read in with their first call on a connection. */
const QUEUE = 'graphile_worker.';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let watch: PlanWatch;
/** A merge that has gone out, and the Message-ID of what its one person got. */
let merged: { merge: Merge; header: string };

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
  const { context, clock } = server;
  an = await newPerson(server);
  const now = Math.floor(clock.now() / 1000);
  const threads = Array.from({ length: FILED }, (_, number) => ({
    subject: `Hợp đồng ${number}`,
    messageId: `thu-${number}@minhphat.example`,
    receivedAt: now - number * HOUR,
    unread: false,
  }));
  await fileMails(context, an.mailbox, threads);
  await copyThreads(context.db, an.mailbox, COPIES);
  const file = attachedPdf('bảng kê.pdf');
  // Old and rare: who looks for it from the newest on reads the whole folder.
  const old = { receivedAt: now - FILED * HOUR, unread: false };
  await fileMails(context, an.mailbox, [
    { ...old, subject: 'Kho riêng', sender: { name: 'Sen', email: 'sen@kho.example' } },
    ...Array.from({ length: RARE }, () => ({ ...old, unread: true })),
    ...Array.from({ length: RARE }, () => ({ ...old, starred: true })),
    ...Array.from({ length: RARE }, () => ({ ...old, attachments: [file] })),
  ]);
  const small = await newPerson(server);
  await fileMails(
    context,
    small.mailbox,
    threads
      .slice(0, SMALL)
      .map((mail, number) => ({ ...mail, starred: number % 5 === 0, unread: number % 3 === 0 })),
  );
  await copyMailbox(context.db, small.mailbox, SMALL_MAILBOXES);
  binh = await newPerson(server);
  await addOnward();
  merged = await mergeToBinh();
  await sql`vacuum analyze`.execute(context.db);
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

type Query = NonNullable<Parameters<NewPerson['client']['listThreads']>[0]>['query'];

async function page(folder = 'INBOX', query: Query = {}): Promise<Thread[]> {
  return (await an.client.listThreads({ query: { in: folder, limit: `${PAGE}`, ...query } })).data;
}

async function twoPages(query: Query): Promise<unknown> {
  const { data, meta } = await an.client.listThreads({ query: { limit: `${PAGE}`, ...query } });
  expect(data.length).toBeGreaterThan(0);
  return an.client.listThreads({
    query: { limit: `${PAGE}`, ...query, cursor: meta.next_cursor ?? undefined },
  });
}

async function someIds(folder = 'INBOX'): Promise<string[]> {
  return (await page(folder)).slice(0, 3).map(({ id }) => id);
}

async function someMessages(folder = 'INBOX'): Promise<string[]> {
  return (await page(folder)).slice(0, 3).flatMap(({ message_ids }) => message_ids);
}

async function folderId(name: string): Promise<string> {
  const { data } = await an.client.listFolders({});
  return data.find((folder) => folder.name === name)?.id ?? '';
}

async function move(from: string, to: string): Promise<unknown> {
  const [from_folder_id, to_folder_id] = [await folderId(from), await folderId(to)];
  const body = [{ thread_ids: await someIds(from), from_folder_id, to_folder_id }];
  return an.client.moveThreads({ body });
}

let delivered = 0;
async function deliver(headers: string, from = 'khach@minhphat.example'): Promise<void> {
  delivered += 1;
  const client = await connectMail({
    host: '127.0.0.1',
    port: server.running.lmtpPort as number,
    protocol: 'lmtp',
  });
  const raw = `From: Khách <khach@minhphat.example>\r\nTo: ${an.email}\r\nMessage-ID: <moi-${delivered}@x.example>\r\n${headers}\r\n\r\nChào chị.\r\n`;
  const { message } = await client.send({ from, to: [an.email], raw });
  client.end();
  expect(message).toMatchObject([{ code: 250 }]);
}

async function onMany(where: {
  in: string;
  is_star?: boolean;
  is_read?: boolean;
  has_attachment?: boolean;
}): Promise<unknown> {
  const { data } = await an.client.startBulk({ body: { where, action: 'unstar' } });
  return an.client.cancelBulk({ params: { id: data.id } });
}

const FILTER = JSON.stringify({
  conditions: [{ type: 'subject', comparator: 'contains', value: 'kho riêng, báo giá' }],
  actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
});

/** Its last chunks, which have the most behind them. */
async function runSomeFilter(): Promise<BulkJob> {
  const { data: rule } = await an.client.createRule({ body: { is_enable: true, sieve_json: FILTER } });
  const { data } = await an.client.runFilter({ params: { id: rule.id }, body: { in: 'INBOX' } });
  await sql`
    update bulk_jobs set reached = (select thread_id from list_rows r join folders f
        on f.mailbox_id = r.mailbox_id and f.id = r.folder_id
      where r.mailbox_id = ${an.mailbox} and f.role = 'INBOX' order by thread_id offset 300 limit 1)
    where mailbox_id = ${an.mailbox} and id = ${data.id}`.execute(server.context.db);
  watch.ranSince();
  await runJobsUntilIdle(server.context);
  await an.client.deleteRule({ params: { id: rule.id } });
  return (await an.client.getBulk({ params: { id: data.id } })).data;
}

function wider(ran: RanStatement[], most: number): string[] {
  const wide = ran.filter(({ text, pages }) => !text.includes(QUEUE) && pages > most);
  return wide.map(({ pages, text }) => `${pages} pages: ${text.replace(/\s+/g, ' ')}`);
}

async function mergeToBinh(): Promise<typeof merged> {
  const merges = mergesOf(an);
  const draft = await merges.write({ subject: 'Báo giá', body: '<p>Chào {Tên}</p>' });
  const merge = await merges.upload(draft, `Email,Tên\n${binh.email},Bình\n`);
  await merges.start(merge);
  await runJobsUntilIdle(server.context);
  const [sent] = (await mailIn(an, 'Sent')).filter(({ subject }) => subject === 'Báo giá');
  const { message_id_header: header } = await readMail(an, sent?.id ?? '');
  return { merge, header: header ?? '' };
}

/** A redirect, a forward and an automatic reply. */
async function addOnward(): Promise<void> {
  const [redirect, forward] = [(await newPerson(server)).email, binh.email];
  const reply = { start_date: '2000-01-01', end_date: null, subject: '', from: an.email, body: 'Đang nghỉ' };
  for (const definition of [
    { ...JSON.parse(FILTER), actions: [{ enable: true, type: 'redirect', value: redirect }] },
    { type: 'vacation', is_enable: true, ...reply },
  ])
    await an.client.createRule({ body: { is_enable: false, sieve_json: JSON.stringify(definition) } });
  for (const address of [redirect, forward]) await createForward(server.context, an.mailbox, address);
  await runJobsUntilIdle(server.context);
  await sql`
    update forward_addresses set verified_at = 1 where mailbox_id = ${an.mailbox}`.execute(server.context.db);
}

async function switchOnward(on: boolean): Promise<void> {
  await sql`
    with switched as (
      update rules set is_enable = ${on}, definition = case when definition ? 'is_enable'
        then jsonb_set(definition, '{is_enable}', ${on}) else definition end where mailbox_id = ${an.mailbox})
    update mailbox_state set rules_version = rules_version + 1
    where mailbox_id = ${an.mailbox}`.execute(server.context.db);
}

const toOneself = () => writeDraft(an, [an.email]);

const acts: Record<string, () => Promise<unknown>> = {
  'the first pages': () => twoPages({ in: 'INBOX' }),
  'the tenth page by number': () => page('INBOX', { offset: `${10 * PAGE}` }),
  'the folders and their counts': () => an.client.listFolders({}),
  'opening a thread': async () =>
    an.client.getThread({ params: { id: (await someIds())[0] ?? '' }, query: { in: 'INBOX' } }),
  'opening a thread from anywhere': async () =>
    an.client.getThread({ params: { id: (await someIds())[0] ?? '' }, query: {} }),
  'opening a message': async () =>
    an.client.getMessage({ params: { id: (await someMessages())[0] ?? '' }, query: {} }),
  'a star': async () =>
    an.client.starThread({ params: { id: (await someIds())[0] ?? '' }, body: { starred: true } }),
  'the starred': () => an.client.listStarred({ query: { limit: `${PAGE}` } }),
  'a mark': async () => {
    await an.client.markThreads({ body: { ids: await someIds(), unread: true } });
    await an.client.markThreads({ body: { ids: await someIds(), unread: false } });
  },
  'the starred of a folder': () => twoPages({ in: 'INBOX', is_star: 'true' }),
  'the unread of a folder': () => twoPages({ in: 'INBOX', is_read: 'false' }),
  'the read of a folder': () => twoPages({ in: 'INBOX', is_read: 'true' }),
  'those with files of a folder': () => twoPages({ in: 'INBOX', has_attachment: 'true' }),
  'a filtered page by number': () => page('INBOX', { is_read: 'false', offset: `${2 * PAGE}` }),
  'a folder by size': () => twoPages({ in: 'INBOX', sort: 'size' }),
  'a folder by sender': () => twoPages({ in: 'INBOX', sort: 'sender' }),
  'a folder by sender backwards': () => twoPages({ in: 'INBOX', sort: 'sender_desc' }),
  'a sorted page by number': async () => {
    await page('INBOX', { sort: 'size_asc', offset: `${10 * PAGE}` });
    return page('INBOX', { sort: 'sender_desc', offset: `${10 * PAGE}` });
  },
  'the unread of a folder by size': () => twoPages({ in: 'INBOX', is_read: 'false', sort: 'size' }),
  'those with files of a folder by sender': () =>
    twoPages({ in: 'INBOX', has_attachment: 'true', sort: 'sender' }),
  'the read of a folder by sender': () => twoPages({ in: 'INBOX', is_read: 'true', sort: 'sender' }),
  'the starred of all folders': () => twoPages({ is_star: 'true' }),
  'the unread of all folders': () => twoPages({ is_read: 'false' }),
  'a bulk act on the unread of a folder': () => onMany({ in: 'INBOX', is_read: false }),
  'a bulk act on the starred of a folder': () => onMany({ in: 'INBOX', is_star: true }),
  'a bulk act on those with files of a folder': () => onMany({ in: 'INBOX', has_attachment: true }),
  'an answer to a merge, and its report': async () => {
    await deliver(`Subject: Đơn hàng\r\nIn-Reply-To: <${merged.header}>`);
    const merges = mergesOf(an);
    await merges.show(merged.merge);
    return merges.rows(merged.merge, { did: 'answered' });
  },
  'suggestions while typing': () => an.client.suggest({ query: { search_text: 'rieng' } }),
  'a search for a rare word': () => an.client.listThreads({ query: { q: 'riêng' } }),
  'a search for words together': () => an.client.listThreads({ query: { q: 'kho riêng' } }),
  'a search for a rare sender': () => an.client.listThreads({ query: { q: 'từ:sen@kho.example' } }),
  'a search for a word with files': () => an.client.listThreads({ query: { q: 'riêng có:tệp' } }),
  'a search for a word that was read': () => an.client.listThreads({ query: { q: 'riêng là:đã đọc' } }),
  'a bulk act that runs': async () => {
    await an.client.startBulk({ body: { where: { in: 'INBOX', is_star: true }, action: 'star' } });
    return runJobsUntilIdle(server.context);
  },
  'a move': () => move('INBOX', 'Junk'),
  'taking out of Junk': async () => an.client.unspamThreads({ body: { ids: await someIds('Junk') } }),
  'a move of messages': async () => {
    const message_ids = await someMessages();
    return an.client.moveMessages({
      body: { message_ids, from_folder_id: await folderId('INBOX'), to_folder_id: await folderId('Junk') },
    });
  },
  'a removal': async () =>
    an.client.deleteThreads({ body: { ids: await someIds(), folder_id: await folderId('INBOX') } }),
  'a restoring': async () => an.client.restoreThreads({ body: { ids: await someIds('Trash') } }),
  'a removal for good': async () => {
    await an.client.deleteThreads({ body: { ids: await someIds(), folder_id: await folderId('INBOX') } });
    return an.client.deleteMessagesForGood({ body: { thread_ids: await someIds('Trash'), folder: 'Trash' } });
  },
  'a draft': async () => {
    const { id } = await toOneself();
    await an.client.saveDraft({ params: { id }, body: { body: '<p>Chào anh</p>' } });
    return an.client.deleteDraft({ params: { id } });
  },
  'an answer': async () => {
    const answers = (await someMessages())[0] ?? '';
    const { id } = await writeDraft(an, [an.email], { answers, action: 'reply' });
    await an.client.sendMail({ body: { msg_id: id } });
    return runJobsUntilIdle(server.context);
  },
  'sending, and the mail that comes of it': async () => {
    const { id } = await toOneself();
    await an.client.sendMail({ body: { msg_id: id } });
    return runJobsUntilIdle(server.context);
  },
  'a message that asks for a receipt, and the receipt': async () => {
    const { id } = await writeDraft(an, [binh.email], { receipt: true });
    await an.client.sendMail({ body: { msg_id: id } });
    await runJobsUntilIdle(server.context);
    const [arrived] = await mailIn(binh, 'INBOX');
    await binh.client.answerReceipt({ params: { id: arrived?.id ?? '' }, body: { send: true } });
    await runJobsUntilIdle(server.context);
    expect((await readMail(an, id)).receipts).toHaveLength(1);
  },
  'a recall': async () => {
    const { id } = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: id } });
    await runJobsUntilIdle(server.context);
    await an.client.recallMessage({ body: { message_id: id } });
    return runJobsUntilIdle(server.context);
  },
  'a scheduled message, and one that is taken back': async () => {
    const { id } = await toOneself();
    const timestamp = Math.floor(server.clock.now() / 1000) + HOUR;
    await an.client.scheduleMail({ body: { msg_id: id, timestamp } });
    return an.client.cancelSchedule({ params: { id } });
  },
  'planned messages that are cancelled together': async () => {
    const timestamp = Math.floor(server.clock.now() / 1000) + HOUR;
    const ids = [(await toOneself()).id, (await toOneself()).id];
    for (const msg_id of ids) await an.client.scheduleMail({ body: { msg_id, timestamp } });
    await an.client.cancelSchedules({ body: { message_ids: ids } });
    return an.client.cancelSchedules({ body: {} });
  },
  'other versions of an event': () =>
    readVersions(server.context.db, an.mailbox, {
      ...{ uid: 'hop-giao-ban@saomai.example', file: newId(server.clock), believed: [binh.email] },
    }),
  'a hand-over without an answer': () =>
    inTransaction(server.context.db, (tx) =>
      settleInterrupted(
        tx,
        { mailboxId: an.mailbox, outboxId: newId(server.clock), destination: 'minhphat.example' },
        Math.floor(server.clock.now() / 1000),
      ),
    ),
  'a delivery': () => deliver('Subject: Mới'),
  'a delivery that is redirected, forwarded and answered': async () => {
    await switchOnward(true);
    watch.ranSince();
    await deliver('Subject: Báo giá', binh.email);
    await runJobsUntilIdle(server.context);
    await switchOnward(false);
  },
  'a delivery to a thread': () => deliver('Subject: Re: Hợp đồng 7\r\nReferences: <thu-7@minhphat.example>'),
  'a delivery that joins two threads': async () => {
    await deliver('Subject: Ghép');
    await deliver('Subject: Ghép');
    return deliver(
      `Subject: Re: Ghép\r\nReferences: <moi-${delivered - 1}@x.example> <moi-${delivered}@x.example>`,
    );
  },
  'messages filed together': () =>
    fileMails(server.context, an.mailbox, [
      { subject: 'Re: Hợp đồng 9', references: ['thu-9@minhphat.example'] },
      { subject: 'Khác' },
    ]),
  'what has changed': async () => {
    const { data } = await an.client.getChanges({ query: {} });
    await an.client.starThread({ params: { id: (await someIds())[0] ?? '' }, body: { starred: true } });
    return an.client.getChanges({ query: { since: `${data.seq}` } });
  },
  'checked addresses': () =>
    an.client.checkAddresses({ body: { emails: [an.email, 'khach@minhphat.example'] } }),
  'who one is': () => an.client.getUserInfo({}),
};

/** Where lists show single messages. */
const actsOnMessages: Record<string, () => Promise<unknown>> = {
  'the first pages': () => twoPages({ in: 'INBOX' }),
  'the tenth page by number': () => page('INBOX', { offset: `${10 * PAGE}` }),
  'the starred': () => an.client.listStarred({ query: { limit: `${PAGE}` } }),
  'the unread of a folder': () => twoPages({ in: 'INBOX', is_read: 'false' }),
  'the starred of a folder': () => page('INBOX', { is_star: 'true' }),
  'those with files of a folder': () => twoPages({ in: 'INBOX', has_attachment: 'true' }),
  'opening one': async () =>
    an.client.getThread({ params: { id: (await someIds())[0] ?? '' }, query: { in: 'INBOX' } }),
  'marks and a star': async () => {
    await an.client.markThreads({ body: { ids: await someIds(), unread: true } });
    await an.client.markThreads({ body: { ids: await someIds(), unread: false } });
    return an.client.starThread({ params: { id: (await someIds())[0] ?? '' }, body: { starred: true } });
  },
  'a move and a removal': async () => {
    await move('INBOX', 'Junk');
    return an.client.deleteThreads({
      body: { ids: await someIds('Junk'), folder_id: await folderId('Junk') },
    });
  },
  'what has changed': async () => {
    const { data } = await an.client.getChanges({ query: {} });
    await an.client.markThreads({ body: { ids: await someIds(), unread: true } });
    return an.client.getChanges({ query: { since: `${data.seq}` } });
  },
  'a bulk act on a folder': async () => {
    const { data } = await an.client.startBulk({ body: { where: { in: 'Sent' }, action: 'read' } });
    return an.client.cancelBulk({ params: { id: data.id } });
  },
};

function show(conversations: boolean): Promise<unknown> {
  return an.client.saveSettings({ body: [{ key: 'conversation_view', value: conversations }] });
}

/** Nothing of what came through the acts of the mode before is unread, and no page is filled with what it changed. */
async function putBack(): Promise<void> {
  for (const folder of ['INBOX', 'Junk', 'Trash']) {
    const unread = await page(folder, { is_read: 'false', limit: '100' });
    const ids = unread.filter(({ date }) => date * 1000 >= TEST_NOW).map(({ id }) => id);
    if (ids.length > 0) await an.client.markThreads({ body: { ids, unread: false } });
  }
  await sql`vacuum analyze messages, message_state, list_rows, threads, folders, changes, mailbox_state`.execute(
    server.context.db,
  );
}

async function expectFewPages(act: () => Promise<unknown>): Promise<void> {
  // What comes in the same second lies in an order of chance, and acts take the first.
  server.clock.pass(1_000);
  watch.ranSince();
  await act();
  const ran = watch.ranSince().filter(({ text }) => !text.includes(QUEUE));
  expect(ran.length).toBeGreaterThan(0);
  expect(wider(ran, FEW_PAGES)).toEqual([]);
}

// Planned for its values, and once for all values: PostgreSQL does both, and takes what it believes to be cheaper.
describe.each(['force_custom_plan', 'force_generic_plan'] as const)('by %s', (mode) => {
  beforeAll(async () => {
    await putBack();
    await watch.plan(mode);
  });

  it.each(Object.entries(acts))('%s looks at few pages of a large mailbox', (_what, act) =>
    expectFewPages(act),
  );

  it('a filter over what is there takes chunks that do not grow with the mailbox', async () => {
    watch.ranSince();
    await an.client.countMatches({ body: { sieve_json: FILTER } });
    expect(wider(watch.ranSince(), CHUNK_PAGES)).toEqual([]);
    const job = await runSomeFilter();
    expect(job).toMatchObject({ state: 'done' });
    expect(wider(watch.ranSince(), CHUNK_PAGES)).toEqual([]);
  });

  describe('where lists show single messages', () => {
    beforeAll(() => show(false));
    afterAll(() => show(true));

    it.each(Object.entries(actsOnMessages))('%s looks at few pages of a large mailbox', (_what, act) =>
      expectFewPages(act),
    );
  });
});
