import type { BulkJob } from '@bocau/contract/bulk.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../platform/logger.ts';
import { fileMail, type MailGiven } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let invoices: string;
const warned: object[] = [];

beforeAll(async () => {
  const log = {
    ...silentLogger,
    warn: (fields: object, message: string) => warned.push({ ...fields, message }),
  };
  server = await startTestServer({ log });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  invoices = (await an.client.createFolder({ body: { name: 'Hóa đơn' } })).data.id;
});

const filed = (mail: MailGiven) => fileMail(server.context, an.mailbox, mail);
const doing = (type: string, value = '') => ({ enable: true, type, value });

async function addFilter(...actions: unknown[]): Promise<string> {
  const conditions = [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }];
  const sieve_json = JSON.stringify({ match: 'all', conditions, actions });
  return (await an.client.createRule({ body: { is_enable: true, sieve_json } })).data.id;
}

/** Runs the filter to its end, at a later time than the messages. */
async function run(rule: string, body: { in?: string } = {}): Promise<BulkJob> {
  server.clock.set(server.clock.now() + 1000);
  const { data } = await an.client.runFilter({ params: { id: rule }, body });
  await runJobsUntilIdle(server.context);
  return (await an.client.getBulk({ params: { id: data.id } })).data;
}

async function state() {
  const { rows } = await sql<{ subject: string; folder: string; marks: string }>`
    select m.subject, f.path as folder, concat_ws(' ', case when m.unread then 'unread' end,
      case when m.starred then 'starred' end) as marks
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${an.mailbox} order by m.subject`.execute(server.context.db);
  return rows.map(({ subject, folder, marks }) => `${subject}: ${folder} ${marks}`.trim());
}

test('a filter is run over all mail but what was thrown away or sent, and taken back', async () => {
  await filed({ subject: '1 Hóa đơn' });
  await filed({ subject: '2 HÓA ĐƠN'.normalize('NFD'), folder: 'Archive' });
  await filed({ subject: '3 Họp' });
  await filed({ subject: '4 Hóa đơn', folder: 'Junk' });
  await filed({ subject: '5 Hóa đơn', folder: 'Sent' });
  const before = await state();
  const job = await run(
    await addFilter(doing('fileinto', invoices), doing('setflag', 'Seen'), doing('setflag', 'Flagged')),
  );
  expect(job).toMatchObject({
    action: 'filter',
    state: 'done',
    changed: 2,
    done: 5,
    total: 5,
    can_undo: true,
  });
  expect(await state()).toEqual([
    '1 Hóa đơn: Hóa đơn starred',
    `${'2 HÓA ĐƠN'.normalize('NFD')}: Hóa đơn starred`,
    ...before.slice(2),
  ]);
  const { data: folder } = await an.client.getFolderByName({ query: { name: 'Hóa đơn' } });
  expect(folder).toMatchObject({ total_threads: 2, unread_threads: 0 });
  await an.client.undoBulk({ params: { id: job.id } });
  await runJobsUntilIdle(server.context);
  expect(await state()).toEqual(before);
});

test('of one folder only that is run over, and what was done since stays', async () => {
  await filed({ subject: '1 Hóa đơn' });
  const moved = await filed({ subject: '2 Hóa đơn' });
  await filed({ subject: '3 Hóa đơn', folder: 'Archive' });
  const job = await run(await addFilter(doing('fileinto', invoices)), { in: 'INBOX' });
  expect(job).toMatchObject({ state: 'done', changed: 2, done: 2 });
  await an.client.moveMessages({
    body: { message_ids: [moved], from_folder_id: invoices, to_folder_id: await folderId('Archive') },
  });
  await an.client.undoBulk({ params: { id: job.id } });
  await runJobsUntilIdle(server.context);
  expect(await state()).toEqual([
    '1 Hóa đơn: INBOX unread',
    '2 Hóa đơn: Archive unread',
    '3 Hóa đơn: Archive unread',
  ]);
});

async function folderId(name: string): Promise<string> {
  return (await an.client.getFolderByName({ query: { name } })).data.id;
}

test('RU-7 what new mail would lose goes to Trash, and nothing is sent on', async () => {
  await filed({ subject: '1 Hóa đơn' });
  const job = await run(await addFilter(doing('discard')));
  expect(job).toMatchObject({ state: 'done', changed: 1 });
  expect(await state()).toEqual(['1 Hóa đơn: Trash unread']);
  const again = await run(await addFilter(doing('redirect', 'x@y.vn')));
  expect(again).toMatchObject({ state: 'done', changed: 0 });
});

test('RU-10 what a filter fails on stays as it is; that is noted beside the filter and logged, once', async () => {
  await filed({ subject: '1 Hóa đơn' });
  await filed({ subject: '2 Họp' });
  await filed({ subject: '3 Họp' });
  const rule = await addFilter(doing('setflag', 'Flagged'));
  // As a newer release may have written it: it fails when the first condition does not decide.
  await sql`
    update rules set definition = definition || jsonb_build_object(
      'match', 'any', 'conditions', (definition->'conditions') || '[{"type":"list","value":"x"}]'::jsonb)
    where mailbox_id = ${an.mailbox} and id = ${rule}`.execute(server.context.db);
  warned.length = 0;
  expect(await run(rule)).toMatchObject({ state: 'done', changed: 1, done: 3 });
  expect(await state()).toEqual([
    '1 Hóa đơn: INBOX unread starred',
    '2 Họp: INBOX unread',
    '3 Họp: INBOX unread',
  ]);
  expect((await an.client.listRules({})).data).toMatchObject([{ id: rule, hits: 0, problem: 'failed' }]);
  const noted = { message: 'filter failed', mailbox: an.mailbox, rule, reason: 'TypeError' };
  expect(warned).toEqual([expect.objectContaining(noted)]);
  expect(JSON.stringify(warned)).not.toMatch(/họp|hóa/i);
});

test('a job that was stopped changes nothing more', async () => {
  await filed({ subject: '1 Hóa đơn' });
  const rule = await addFilter(doing('setflag', 'Flagged'));
  server.clock.set(server.clock.now() + 1000);
  const { data } = await an.client.runFilter({ params: { id: rule }, body: {} });
  await an.client.cancelBulk({ params: { id: data.id } });
  await runJobsUntilIdle(server.context);
  expect(await state()).toEqual(['1 Hóa đơn: INBOX unread']);
});

test('a filter of nobody, a rule of another kind, and folders that filters leave alone are refused', async () => {
  const other = await newPerson(server);
  const rule = await addFilter(doing('setflag', 'Flagged'));
  const refusal = (by: NewPerson, id: string, body = {}) =>
    by.client.runFilter({ params: { id }, body }).catch((error) => error.code);
  expect(await refusal(other, rule)).toBe('rule_not_found');
  expect(await refusal(an, rule, { in: 'Gone' })).toBe('folder_not_found');
  expect(await refusal(an, rule, { in: 'Sent' })).toBe('folder_not_allowed');
  const sieve_json = JSON.stringify({ type: 'auto_mark_spam', from: 'a@b.vn' });
  const { data: block } = await an.client.createRule({ body: { is_enable: true, sieve_json } });
  expect(await refusal(an, block.id)).toBe('invalid_input');
});
