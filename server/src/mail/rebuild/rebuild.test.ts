import { thread } from '@bocau/contract/threads.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mailboxRows } from '../../kernel/kernels.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { deliveryKey, fileMail } from '../../test-kit/file-mail.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { recount } from '../mailbox/recount.ts';
import { DERIVED, DERIVED_VERSIONS, type Derived } from './derived-versions.ts';
import { rebuildTask } from './rebuild.jobs.ts';
import { rebuildMailbox } from './rebuild-mailbox.ts';

const LAN_ANH = 'lan.anh@saomai.example';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
let client: pg.Client;

beforeEach(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn(LAN_ANH);
  mailbox = await server.mailboxId(LAN_ANH);
  client = new pg.Client(server.context.pgConfig);
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await server.close();
});

/** Received one second apart, the newest last. */
async function receive(count: number, about: (number: number) => string): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const text = about(number);
    const receivedAt = 1_750_000_000 + number;
    await fileMail(server.context, mailbox, { subject: `Thư ${number}`, text, receivedAt });
  }
}

async function write(statement: string, values: unknown[] = [mailbox]): Promise<void> {
  await client.query(statement, values);
}

/** Every row of the mailbox, except in those tables. */
async function dump(...without: string[]): Promise<Record<string, string>> {
  const tables: Record<string, string> = {};
  for (const { table } of mailboxRows()) {
    if (without.includes(table)) continue;
    const { rows } = await client.query<{ row: string }>(
      `select o::text as row from ${table} o where mailbox_id = $1 order by 1`,
      [mailbox],
    );
    tables[table] = rows.map(({ row }) => row).join('\n');
  }
  return tables;
}

/** As if an earlier release had made it. */
async function makeOld(what: Derived): Promise<void> {
  await write(`update derived_versions set version = version - 1 where mailbox_id = $1 and what = '${what}'`);
}

/** That release's folding kept the đ. */
async function foldAsBefore(): Promise<void> {
  await write(
    `update message_search set words = replace(words::text, 'wduong', 'wđuong')::tsvector where mailbox_id = $1`,
  );
  await makeOld('words');
}

async function hits(q: string): Promise<number> {
  return (await lanAnh.searchThreads({ query: { q } })).meta.total;
}

test('words of an earlier fold are found after the job, and nothing else has changed', async () => {
  await receive(130, (number) => `Con đường số ${number}`);
  const words = await dump();
  await foldAsBefore();
  expect(await hits('duong')).toBe(0);
  const before = await dump('message_search', 'derived_versions');

  await inTransaction(server.context.db, (tx) => addJob(tx, rebuildTask, {}));
  expect(await runJobsUntilIdle(server.context)).toContain('rebuild_derived');
  expect(await hits('duong')).toBe(130);
  expect(await dump('message_search', 'derived_versions')).toEqual(before);
  expect(await dump()).toEqual(words);
});

test('a walk begins with the newest, and goes on where it was cut off', async () => {
  await receive(130, () => 'Con đường');
  await foldAsBefore();
  const cut = new AbortController();
  const cutOff = rebuildMailbox(server.context, mailbox, 'words', {
    signal: cut.signal,
    afterStep: async () => cut.abort(),
  });
  await expect(cutOff).rejects.toThrow('abort');
  const { data } = await lanAnh.searchThreads({ query: { q: 'duong', limit: '100' } });
  expect(data.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 100 }, (_, place) => `Thư ${129 - place}`),
  );
  const steps: number[] = [];
  await rebuildMailbox(server.context, mailbox, 'words', {
    afterStep: async (messages) => void steps.push(messages),
  });
  expect(steps).toEqual([30]);
  expect(await hits('duong')).toBe(130);
});

test('mail that came in since a walk began is of the present version, and what is finished is left alone', async () => {
  await receive(3, () => 'Con đường');
  const steps: number[] = [];
  const afterStep = async (messages: number) => void steps.push(messages);
  await rebuildMailbox(server.context, mailbox, 'words', { afterStep });
  expect(steps).toEqual([]);
  await rebuildMailbox(server.context, mailbox, 'words', { afterStep, again: true });
  expect(steps).toEqual([3]);
});

test('what a newer release has made is left alone', async () => {
  await receive(1, () => 'Con đường');
  await write(`update derived_versions set version = 99 where mailbox_id = $1`);
  const before = await dump();
  for (const what of DERIVED) await rebuildMailbox(server.context, mailbox, what, { again: true });
  expect(await dump()).toEqual(before);
});

test('a rebuild of what is right changes nothing: received, drafted and sent mail', async () => {
  await receive(2, () => 'Con đường đến cảng');
  const { data: sent } = await lanAnh.createDraft({
    body: {
      to: [{ email: 'minh.tran@saomai.example' }],
      subject: 'Đường đi',
      body: '<p>Chào <b>anh</b></p>',
    },
  });
  await lanAnh.sendMail({ body: { msg_id: sent.id } });
  await lanAnh.createDraft({ body: { subject: 'Nháp', body: '<p>Đường <i>dài</i></p>' } });
  await runJobsUntilIdle(server.context);
  const before = await dump();
  for (const what of DERIVED) await rebuildMailbox(server.context, mailbox, what, { again: true });
  expect(await dump()).toEqual(before);
});

test('old snippets are made anew, with the rows that show them', async () => {
  await receive(2, (number) => `Nội dung ${number}`);
  await write(`update messages set snippet = 'cũ' where mailbox_id = $1`);
  await makeOld('snippets');
  await rebuildMailbox(server.context, mailbox, 'snippets');
  const { data } = await lanAnh.listThreads({ query: { in: 'INBOX' } });
  expect(data.map(({ snippet }) => snippet)).toEqual(['Nội dung 1', 'Nội dung 0']);
  expect(await recount(server.context.db, mailbox)).toEqual([]);
});

test('bodies of received mail are read anew from their source; what was written here is not', async () => {
  const received = { text: 'Con đường đến cảng', deliveryKey: deliveryKey('một') };
  await fileMail(server.context, mailbox, received);
  await fileMail(server.context, mailbox, { text: 'Con đường về' });
  await rebuildMailbox(server.context, mailbox, 'bodies', { again: true });
  const before = await dump('derived_versions');
  await write(`update message_contents c set body = 'c?', body_clipped = true from messages m
    where m.mailbox_id = $1 and c.mailbox_id = $1 and c.message_id = m.id and m.delivery_key is not null`);
  await makeOld('bodies');
  await rebuildMailbox(server.context, mailbox, 'bodies');
  expect(await dump('derived_versions')).toEqual(before);
  expect(before.message_contents).toContain('Con đường đến cảng');
});

async function printedRows(): Promise<unknown[]> {
  const response = await fetch(`${server.baseUrl}/api/v2/threads?in=INBOX`, {
    headers: { 'x-auth-token': lanAnh.token },
  });
  return ((await response.json()) as { data: unknown[] }).data;
}

test('TL-11 a printed list row is what the contract says, neither more nor less', async () => {
  await receive(2, () => 'Xin chào');
  const rows = await printedRows();
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(thread.strict().parse(row)).toEqual(row);
});

test('cards of an older version are shown rightly, and made anew without news where they show the same', async () => {
  await receive(3, () => 'Xin chào');
  const [rows, before] = [await printedRows(), await dump()];
  await write(
    `update list_rows set card = (card::jsonb - 'v' - 'tracking' - 'status' || '{"colour": "red"}')::json
     where mailbox_id = $1`,
  );
  await makeOld('cards');
  const shown = await printedRows();
  for (const row of shown) thread.strict().parse(row);
  expect(shown).toEqual(rows);
  expect(await recount(server.context.db, mailbox)).toEqual([]);
  await rebuildMailbox(server.context, mailbox, 'cards');
  expect(await dump()).toEqual(before);
});

test('a card that shows something else after it was made anew is told to the clients', async () => {
  await receive(1, () => 'Xin chào');
  const [{ rows: seqs }, rows] = [await readSeq(), await printedRows()];
  await write(
    `update list_rows set card = (card::jsonb - 'v' || '{"subject": "khác"}')::json where mailbox_id = $1`,
  );
  await makeOld('cards');
  await rebuildMailbox(server.context, mailbox, 'cards');
  expect(await printedRows()).toEqual(rows);
  const { rows: entries } = await client.query<{ kind: string }>(
    'select kind from changes where mailbox_id = $1 and seq > $2',
    [mailbox, seqs[0]?.seq],
  );
  expect(entries).toEqual([{ kind: 'thread' }]);
});

test('a source that an earlier release imported with line feeds alone is kept as it goes over the wire', async () => {
  await receive(2, () => 'Con đường');
  const { blobs } = server.context;
  const [first] = (
    await client.query<{ id: string; blob: string; size: number }>(
      `select id, encode(blob, 'hex') as blob, size from messages where mailbox_id = $1 order by received_at`,
      [mailbox],
    )
  ).rows;
  const raw = await blobs.read(first?.blob as string);
  const { key, size } = await blobs.put(
    Buffer.from(raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
  );
  await write(
    `update messages set blob = decode('${key}', 'hex'), size = ${size} where mailbox_id = $1 and id = '${first?.id}'`,
  );
  await write(
    `update mailbox_state set used_bytes = used_bytes - ${(first?.size ?? 0) - size} where mailbox_id = $1`,
  );
  await makeOld('sources');
  // Its parts are elsewhere, and are described again by the next kind.
  const CHANGED = ['messages', 'message_structures', 'derived_versions', 'mailbox_state', 'changes'];
  const before = await dump(...CHANGED);
  await rebuildMailbox(server.context, mailbox, 'sources');
  const { rows } = await client.query(
    `select encode(m.blob, 'hex') as blob, m.size from messages m where m.mailbox_id = $1 and m.id = $2`,
    [mailbox, first?.id],
  );
  expect(rows).toEqual([{ blob: first?.blob, size: first?.size }]);
  expect(await recount(server.context.db, mailbox)).toEqual([]);
  expect(await dump(...CHANGED)).toEqual(before);
  const orphans = await client.query(`select encode(blob, 'hex') as blob from orphaned_blobs`);
  expect(orphans.rows).toEqual([{ blob: key }]);
  const described = 'select from message_structures where mailbox_id = $1';
  expect((await client.query(described, [mailbox])).rowCount).toBe(1);
  await makeOld('structures');
  await rebuildMailbox(server.context, mailbox, 'structures');
  expect((await client.query(described, [mailbox])).rowCount).toBe(2);
});

test('structures of messages that an earlier release stored are made, and nothing else has changed', async () => {
  await receive(3, () => 'Con đường');
  const before = await dump();
  await write('delete from message_structures where mailbox_id = $1');
  await makeOld('structures');
  await inTransaction(server.context.db, (tx) => addJob(tx, rebuildTask, {}));
  await runJobsUntilIdle(server.context);
  expect(await dump()).toEqual(before);
});

test('an attachment that an earlier release kept by itself is read out of the source, and is the same', async () => {
  const { blobs } = server.context;
  const bytes = Buffer.from('tệp đính kèm của bản trước');
  const { key, size } = await blobs.put(bytes);
  const source = await blobs.put(
    Buffer.from(
      `Subject: a\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`,
    ),
  );
  const file = { name: 'a.pdf', contentType: 'application/pdf', contentId: null, inline: false };
  const attachments = [
    { ...file, size, blob: key, held: null },
    { ...file, size, blob: key, held: null },
    // The result of a different parser.
    { ...file, size: 3, blob: 'ab'.repeat(32), held: null },
  ];
  await fileMail(server.context, mailbox, { attachments, blob: source.key, size: source.size });
  await makeOld('attachments');
  const before = await dump('attachments', 'derived_versions', 'changes');
  await rebuildMailbox(server.context, mailbox, 'attachments');
  const { rows } = await client.query<{ id: string; holder: string | null }>(
    `select id, encode(held_by, 'hex') as holder from attachments where mailbox_id = $1 order by position`,
    [mailbox],
  );
  expect(rows.map(({ holder }) => holder)).toEqual([source.key, source.key, null]);
  const orphans = await client.query(`select encode(blob, 'hex') as blob from orphaned_blobs`);
  expect(orphans.rows).toEqual([{ blob: key }]);
  await blobs.removeStale(key, new Date(8.64e15));
  for (const { id } of rows.slice(0, 2)) {
    const { data } = await lanAnh.downloadFileAsText({ params: { id } });
    expect(Buffer.from(data.content, 'base64')).toEqual(bytes);
  }
  await rebuildMailbox(server.context, mailbox, 'attachments', { again: true });
  expect(await dump('attachments', 'derived_versions', 'changes')).toEqual(before);
});

function readSeq() {
  return client.query<{ seq: string }>('select seq from mailbox_state where mailbox_id = $1', [mailbox]);
}

test('a mailbox of which nothing is written down is of the first versions, as earlier releases left it', async () => {
  await receive(1, () => 'Con đường');
  await write('delete from derived_versions where mailbox_id = $1');
  await write('update mailboxes set derived_kinds = 0 where id = $1');
  await inTransaction(server.context.db, (tx) => addJob(tx, rebuildTask, {}));
  await runJobsUntilIdle(server.context);
  const { rows } = await client.query('select what, version from derived_versions where mailbox_id = $1', [
    mailbox,
  ]);
  expect(Object.fromEntries(rows.map(({ what, version }) => [what, version]))).toEqual(DERIVED_VERSIONS);
});

test('a new mailbox is of the present versions', async () => {
  const { rows } = await client.query(
    'select what, version, finished from derived_versions where mailbox_id = $1 order by what',
    [mailbox],
  );
  const present = Object.entries(DERIVED_VERSIONS).map(([what, version]) => ({
    what,
    version,
    finished: true,
  }));
  expect(rows).toEqual(present.sort((a, b) => (a.what < b.what ? -1 : 1)));
});
