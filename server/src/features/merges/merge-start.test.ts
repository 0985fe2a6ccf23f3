import type { Merge } from '@bocau/contract/merges.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf } from '../../test-kit/write-mail.ts';
import { sendRows } from './send-rows.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let chi: NewPerson;
let merges: ReturnType<typeof mergesOf>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  merges = mergesOf(an);
});

const work = () => runJobsUntilIdle(server.context);
const now = () => Math.floor(server.clock.now() / 1000);
const inboxOfBinh = async () => (await mailIn(binh, 'INBOX')).map(({ subject }) => subject);
const turn = (merge: Merge) =>
  sendRows(
    server.context,
    { mailboxId: an.mailbox, mergeId: merge.id },
    { signal: new AbortController().signal, lastAttempt: false },
  );

/** One who gets it, and two who do not. */
const table = () => `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,Minh Phát,1\n,Chi,A,2\nnửa@,Dũng,B,3\n`;
const made = async () => merges.upload(await merges.write(), table());

it('MM-17 begins at its time and not before, whatever runs meanwhile', async () => {
  const merge = await made();
  const past = merges.start(merge, { start_at: now() - 1 });
  expect(await refusalOf(past)).toMatchObject({
    code: 'invalid_input',
    details: { fields: [{ field: 'start_at' }] },
  });
  const at = now() + 3600;
  expect(await merges.start(merge, { start_at: at })).toMatchObject({ state: 'running', starts_at: at });
  await work();
  await turn(merge);
  await merges.act(merge, 'pause');
  await merges.act(merge, 'resume');
  await turn(merge);
  await work();
  expect(await merges.show(merge)).toMatchObject({ starts_at: at, wait: null, counts: { waiting: 1 } });
  expect(await inboxOfBinh()).toEqual([]);
  await server.clock.advance(3_601_000);
  await work();
  const done = await merges.show(merge);
  expect(done).toMatchObject({ state: 'done', counts: { sent: 1, skipped: 2 } });
  expect(done.starts_at).toBeUndefined();
  expect(await inboxOfBinh()).toEqual(['Báo giá cho Minh Phát']);
});

it('MM-17 is taken back within its delay, written anew, and sent as it is then', async () => {
  const merge = await made();
  await merges.start(merge, { delay: 5 });
  await work();
  const back = await merges.act(merge, 'undo');
  expect(back).toMatchObject({ state: 'preparing', started_at: null, counts: { waiting: 3, skipped: 0 } });
  expect(back.starts_at).toBeUndefined();
  await server.clock.advance(60_000);
  await work();
  expect(await inboxOfBinh()).toEqual([]);
  const params = { id: merge.draft_id as string };
  await an.client.saveDraft({ params, body: { subject: 'Giá mới cho {Công ty}', body: '<p>Chào</p>' } });
  await merges.start(merge, { delay: 5 });
  await server.clock.advance(8_000);
  await work();
  expect(await inboxOfBinh()).toEqual(['Giá mới cho Minh Phát']);
  expect((await refusalOf(merges.act(merge, 'undo'))).code).toBe('merge_not_running');
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('MM-17 is not taken back once something has left, and either leaves or is taken back', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `khach${at}@khong-co.saomai.example,K,C,1`);
  const merge = await merges.upload(await merges.write(), `Email,Tên,Công ty,Số tiền\n${lines.join('\n')}\n`);
  await merges.start(merge);
  await turn(merge);
  expect((await refusalOf(merges.act(merge, 'undo'))).code).toBe('not_undoable');
  await merges.act(merge, 'stop');

  const second = await made();
  await merges.start(second);
  const [undone] = await Promise.allSettled([merges.act(second, 'undo'), turn(second)]);
  await work();
  const { state } = await merges.show(second);
  expect([state, (await inboxOfBinh()).length]).toEqual(
    undone.status === 'fulfilled' ? ['preparing', 0] : ['done', 1],
  );
});

it('MM-18 those whom it was not sent to are a merge of their own after its end, with columns and files', async () => {
  const merge = await merges.upload(
    await merges.write(),
    `Email,Tên,Công ty,Số tiền,Tệp\n${binh.email},Bình,Minh Phát,1,\nnửa@,Dũng,B,3,b.txt\n`,
  );
  await merges.change(merge, { file_column: 4, title: 'Tháng 11' });
  await merges.addFiles(merge, { 'b.txt': 'B' });
  expect((await refusalOf(merges.again(merge))).code).toBe('operation_in_progress');
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  const again = await merges.again(merge);
  expect(again).toMatchObject({
    ...{ state: 'preparing', title: 'Tháng 11', file_column: 4, draft_id: merge.draft_id },
    counts: { rows: 1, waiting: 1 },
  });
  const [row] = await merges.rows(again);
  expect(row).toMatchObject({ row: 1, line: 3, email: 'nửa@' });
  await merges.changeRow(again, 1, { cells: [{ column: 0, text: chi.email }] });
  expect(await merges.check(again)).toMatchObject({ ready: 1, obstacles: [] });
  await merges.start(again);
  await work();
  expect(await inboxOfBinh()).toEqual(['Báo giá cho Minh Phát']);
  const [got] = await mailIn(chi, 'INBOX');
  expect(got).toMatchObject({ subject: 'Báo giá cho B', files: [{}] });
  expect((await refusalOf(merges.again(again))).code).toBe('merge_not_ready');
  await an.client.deleteMerge({ params: { id: merge.id } });
});

it('MM-18 a row whose address has an earlier one is not among them, as that was sent', async () => {
  const twice = `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,A,1\n${binh.email.toUpperCase()},Bình,A,1\n`;
  const merge = await merges.upload(await merges.write(), twice);
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  expect((await merges.show(merge)).counts).toMatchObject({ sent: 1, skipped: 1, doubled: 1 });
  expect((await refusalOf(merges.again(merge))).code).toBe('merge_not_ready');
});

it('MM-18 nor is one that is corrected to an address to which the merge before was sent', async () => {
  const merge = await made();
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  const before = (await mailIn(binh, 'INBOX')).length;
  const again = await merges.again(merge);
  const corrected = await merges.changeRow(again, 1, { cells: [{ column: 0, text: binh.email }] });
  expect(corrected.problems).toEqual(['doubled_address']);
  expect((await merges.check(again)).ready).toBe(0);
  expect((await mailIn(binh, 'INBOX')).length).toBe(before);
});

it('MM-5 a row that is skipped for its empty fields keeps no later one of its address from being sent', async () => {
  const twice = `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,A,\n${binh.email},Bình,A,7\n`;
  const merge = await merges.upload(await merges.write(), twice);
  expect(await merges.check(merge)).toMatchObject({ ready: 1 });
  await merges.start(merge, { empty_fields: 'skip' });
  await work();
  expect((await merges.show(merge)).counts).toMatchObject({ sent: 1, skipped: 1 });
  // Sent with empty fields, the first is the one.
  const other = await merges.upload(await merges.write(), twice);
  await merges.start(other, { empty_fields: 'send' });
  await work();
  expect((await merges.show(other)).counts).toMatchObject({ sent: 1, skipped: 1, doubled: 1 });
});

it('MM-23 whom it was not sent to are taken over once, whoever asks, how often and when', async () => {
  const merge = await made();
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  expect((await merges.show(merge)).taken_over).toBeUndefined();
  const atOnce = await Promise.all([merges.again(merge), merges.again(merge), merges.again(merge)]);
  const [again] = atOnce as [Merge, Merge, Merge];
  expect(atOnce.map(({ id }) => id)).toEqual([again.id, again.id, again.id]);
  expect((await an.client.listMerges({})).data).toHaveLength(2);
  expect(await merges.show(merge)).toMatchObject({ taken_over: { by: again.id } });

  await server.clock.advance(86_400_000);
  expect((await merges.again(merge)).id).toBe(again.id);
  await merges.changeRow(again, 1, { cells: [{ column: 0, text: chi.email }] });
  await merges.start(again, { empty_fields: 'send' });
  await work();
  expect(await refusalOf(merges.again(merge))).toMatchObject({
    code: 'merge_not_ready',
    details: { obstacles: [{ obstacle: 'nobody' }] },
  });
  // The one that is left is a matter of the later merge.
  const third = await merges.again(again);
  expect((await merges.rows(third)).map(({ email }) => email)).toEqual(['nửa@']);
  expect([(await inboxOfBinh()).length, (await mailIn(chi, 'INBOX')).length]).toEqual([1, 1]);

  await an.client.deleteMerge({ params: { id: again.id } });
  expect(await merges.show(merge)).toMatchObject({ taken_over: { by: null } });
  expect((await refusalOf(merges.again(merge))).code).toBe('merge_not_ready');
});

it('MM-23 a merge that is deleted before it was started gives back whom it took over', async () => {
  const merge = await made();
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  const again = await merges.again(merge);
  await merges.changeRow(again, 1, { cells: [{ column: 0, text: chi.email }] });
  await merges.start(again, { empty_fields: 'send', delay: 5 });
  await merges.act(again, 'undo');
  await an.client.deleteMerge({ params: { id: again.id } });
  expect((await merges.show(merge)).taken_over).toBeUndefined();
  const other = await merges.again(merge);
  expect(other.id).not.toBe(again.id);
  expect((await merges.rows(other)).map(({ email }) => email)).toEqual(['', 'nửa@']);
});
