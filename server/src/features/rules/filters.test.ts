import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { silentLogger } from '../../platform/logger.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
const warned: object[] = [];

beforeAll(async () => {
  const log = {
    ...silentLogger,
    warn: (fields: object, message: string) => warned.push({ ...fields, message }),
  };
  server = await startTestServer({ env: { ROLES: 'http,mail' }, log });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

type Given = { conditions: unknown[]; actions: unknown[]; match?: 'any' };

const about = (type: string, value: unknown, comparator = 'contains') => ({ type, comparator, value });
const doing = (type: string, value = '') => ({ enable: true, type, value });

async function addFilter(given: Given, more: { name?: string; is_enable?: boolean } = {}): Promise<Rule> {
  const sieve_json = JSON.stringify(given);
  return (await an.client.createRule({ body: { is_enable: true, sieve_json, ...more } })).data;
}

async function addFolder(name: string): Promise<string> {
  return (await an.client.createFolder({ body: { name } })).data.id;
}

let counter = 0;
async function deliver(subject: string, { from = 'binh@doitac.example', id = '', body = 'Chào chị' } = {}) {
  counter += 1;
  const port = server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const raw = [
    `From: ${from}`,
    `To: ${an.email}`,
    `Subject: ${subject}`,
    `Message-ID: <${id || `f${counter}`}@x.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `${body}\r\n`,
  ].join('\r\n');
  const answer = await client.send({ from: '', to: [an.email], raw });
  expect(answer.message.map((reply) => reply.code)).toEqual([250]);
  client.end();
}

async function subjectsIn(folder: string): Promise<string[]> {
  const { data } = await an.client.listThreads({ query: { in: folder } });
  return data.map((thread) => thread.subject).sort();
}

const rules = async () => (await an.client.listRules({})).data;

describe('filters', () => {
  test('RU-10 AP-52 a matching message is filed, marked and counted, and others are left alone', async () => {
    const folder = await addFolder('Hợp đồng');
    const filter = await addFilter({
      conditions: [about('subject', 'hợp đồng, HĐ'), about('from', '@doitac.example')],
      actions: [doing('fileinto', folder), doing('setflag', 'Flagged'), doing('setflag', 'Seen')],
    });
    expect(filter).toMatchObject({ position: 1, hits: 0, last_hit_at: null, problem: null, verify: true });
    await deliver('=?utf-8?B?SOG7?= =?utf-8?B?olAgxJDhu5JORw==?=');
    await deliver('hop dong');
    await deliver('Hợp đồng', { from: 'binh@khac.example' });
    expect(await subjectsIn(folder)).toEqual(['HỢP ĐỒNG']);
    expect(await subjectsIn('INBOX')).toEqual(['hop dong', 'Hợp đồng'].sort());
    const { data } = await an.client.listThreads({ query: { in: folder } });
    expect(data[0]).toMatchObject({ starred: true, unread: false });
    expect(await rules()).toMatchObject([{ hits: 1, last_hit_at: expect.any(Number) }]);
  });

  test('RU-10 the first folder counts, marks are added, and discard ends it', async () => {
    const [one, two] = [await addFolder('Một'), await addFolder('Hai')];
    const all = [about('body', 'chào')];
    await addFilter({ conditions: all, actions: [doing('fileinto', one)] });
    await addFilter({ conditions: all, actions: [doing('fileinto', two), doing('setflag', 'Flagged')] });
    await addFilter({ conditions: [about('subject', 'quảng cáo')], actions: [doing('discard')] });
    await addFilter({ conditions: all, actions: [doing('setflag', 'Seen')] });
    await deliver('Thường');
    await deliver('Quảng cáo');
    const { data } = await an.client.listThreads({ query: { in: one } });
    expect(data.map(({ subject, starred, unread }) => [subject, starred, unread]).sort()).toEqual([
      ['Quảng cáo', true, true],
      ['Thường', true, false],
    ]);
    expect(await subjectsIn(two)).toEqual([]);
    expect((await rules()).map(({ hits }) => hits)).toEqual([2, 2, 1, 1]);
  });

  test('LB-10 a filter puts labels on what comes in, prints their keywords, and none that is gone', async () => {
    const { data: label } = await an.client.createLabel({ body: { name: 'Đối tác', color: 'blue' } });
    const { data: other } = await an.client.createLabel({ body: { name: 'Gấp', color: 'red' } });
    const all = [about('body', 'chào')];
    const filter = await addFilter({
      conditions: all,
      actions: [doing('addlabel', label.id), doing('addlabel', other.id)],
    });
    expect(filter.sieve_script).toContain('addflag "$label1";\r\n  addflag "$label2";');
    await deliver('Một');
    await an.client.deleteLabel({ params: { id: other.id } });
    await deliver('Hai');
    const { data, meta } = await an.client.listThreads({ query: { label: label.id } });
    expect(meta).toMatchObject({ total: 2, unread: 2 });
    expect(data.map(({ label_ids }) => label_ids)).toEqual([[label.id], [label.id]]);
    expect((await rules())[0]?.sieve_script).not.toContain('$label2');
    const foreign = await newPerson(server);
    const { data: theirs } = await foreign.client.createLabel({ body: { name: 'Riêng', color: 'red' } });
    await expect(
      addFilter({ conditions: all, actions: [doing('addlabel', theirs.id)] }),
    ).rejects.toMatchObject({ code: 'label_not_found' });
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('RU-10 a discarded message is in no folder, and brought again it counts once', async () => {
    await addFilter({ conditions: [about('subject', 'rác')], actions: [doing('discard')] });
    await deliver('Rác', { id: 'same' });
    await deliver('Rác', { id: 'same' });
    expect((await rules()).map(({ hits }) => hits)).toEqual([1]);
    const { data } = await an.client.listFolders({});
    expect(data.map(({ total_threads }) => total_threads).every((count) => count === 0)).toBe(true);
  });

  test('RU-10 a filter whose folder is gone leaves its mail in the inbox and says so', async () => {
    const folder = await addFolder('Sẽ mất');
    await addFilter({ conditions: [about('subject', 'báo')], actions: [doing('fileinto', folder)] });
    await deliver('Báo giá');
    expect(await subjectsIn(folder)).toEqual(['Báo giá']);
    await an.client.forceDeleteFolder({ body: { folder_id: folder } });
    await deliver('Báo cáo');
    expect(await subjectsIn('INBOX')).toEqual(['Báo cáo']);
    expect(await rules()).toMatchObject([{ hits: 2, problem: 'folder_gone' }]);
  });

  test('LB-10 a filter whose label is gone says so until undoing brings the label back', async () => {
    const { data: label } = await an.client.createLabel({ body: { name: 'Khách', color: 'blue' } });
    const keep = { from: 'khach@minhphat.example', to: { kind: 'label' as const, label_id: label.id } };
    await an.client.keepSender({ body: { ...keep, kept: true } });
    expect(await rules()).toMatchObject([{ problem: null }]);
    const { data: job } = await an.client.deleteLabel({ params: { id: label.id } });
    expect(await rules()).toMatchObject([{ problem: 'label_gone' }]);
    await an.client.undoBulk({ params: { id: job.id } });
    await runJobsUntilIdle(server.context);
    expect(await rules()).toMatchObject([{ problem: null }]);
  });

  test('RU-10 a filter that fails is passed over, noted beside it, and logged without the mail', async () => {
    const folder = await addFolder('Công ty');
    const { id } = await addFilter({
      conditions: [about('subject', 'báo')],
      actions: [doing('fileinto', folder)],
    });
    await addFilter({
      conditions: [about('subject', 'giá')],
      actions: [doing('setflag', 'Flagged')],
    });
    // As a newer release may have written it.
    await sql`
      with changed as (
        update rules set definition = jsonb_set(definition, '{conditions,0,type}', '"list"')
        where mailbox_id = ${an.mailbox} and id = ${id})
      update mailbox_state set rules_version = rules_version + 1
      where mailbox_id = ${an.mailbox}`.execute(server.context.db);
    warned.length = 0;
    await deliver('Báo giá');
    expect(await subjectsIn('INBOX')).toEqual(['Báo giá']);
    expect(await rules()).toMatchObject([
      { hits: 0, problem: 'failed' },
      { hits: 1, problem: null },
    ]);
    expect(warned).toEqual([
      expect.objectContaining({
        message: 'filter failed',
        mailbox: an.mailbox,
        rule: id,
        reason: 'TypeError',
      }),
    ]);
    expect(JSON.stringify(warned)).not.toMatch(/báo|doitac/i);
  });

  test('RU-10 colleagues’ mail is filtered too', async () => {
    const folder = await addFolder('Nội bộ');
    const binh = await newPerson(server);
    await addFilter({ conditions: [about('from', binh.email)], actions: [doing('fileinto', folder)] });
    const { id } = await writeDraft(binh, [an.email], { subject: 'Họp' });
    await binh.client.sendMail({ body: { msg_id: id } });
    await runJobsUntilIdle(server.context);
    expect(await subjectsIn(folder)).toEqual(['Họp']);
    expect(await subjectsIn('INBOX')).toEqual([]);
  });

  test('RU-11 a blocked domain goes to Junk, whatever the filters say', async () => {
    const folder = await addFolder('Riêng');
    await addFilter({ conditions: [about('subject', 'mời')], actions: [doing('fileinto', folder)] });
    const sieve_json = JSON.stringify({ type: 'auto_mark_spam', from: '@doitac.example' });
    await an.client.createRule({ body: { is_enable: true, sieve_json } });
    await deliver('Mời họp', { from: 'Ai.Do@DoiTac.example' });
    await deliver('Mời họp', { from: 'ai.do@con.doitac.example' });
    expect(await subjectsIn('Junk')).toEqual(['Mời họp']);
    expect(await subjectsIn(folder)).toEqual(['Mời họp']);
    const own = JSON.stringify({ type: 'auto_mark_spam', from: an.email.replace(/^[^@]*/, '') });
    await expect(an.client.createRule({ body: { is_enable: true, sieve_json: own } })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  test('AP-53 a switched off filter does nothing; a name, an order and a new definition are kept', async () => {
    const [one, two] = [await addFolder('Một'), await addFolder('Hai')];
    const conditions = [about('subject', 'tin')];
    const first = await addFilter({ conditions, actions: [doing('fileinto', one)] }, { name: 'Tin cũ' });
    const second = await addFilter({ conditions, actions: [doing('fileinto', two)] });
    expect([first.name, second.name]).toEqual(['Tin cũ', 'tin']);
    await an.client.orderRules({ body: { ids: [second.id] } });
    expect((await rules()).map(({ id, position }) => [id, position])).toEqual([
      [second.id, 1],
      [first.id, 2],
    ]);
    await deliver('Tin 1');
    await an.client.updateRule({ params: { id: second.id }, body: { is_enable: false } });
    await deliver('Tin 2');
    expect([await subjectsIn(one), await subjectsIn(two)]).toEqual([['Tin 2'], ['Tin 1']]);
    await expect(an.client.orderRules({ body: { ids: [second.id, 'khong-co'] } })).rejects.toMatchObject({
      code: 'rule_not_found',
    });
  });
});

describe('what is no filter', () => {
  const fine = { conditions: [about('subject', 'a')], actions: [doing('discard')] };
  const many = (count: number, one: unknown) => Array.from({ length: count }, () => one);
  test.each([
    ['conditions.0.value', { ...fine, conditions: [about('subject', '')] }],
    ['conditions.0.value', { ...fine, conditions: [about('body', ' , ')] }],
    ['conditions.0.value', { ...fine, conditions: [about('subject', 'a'.repeat(501))] }],
    ['conditions.0.value', { ...fine, conditions: [about('subject', 'a\u0000b')] }],
    ['conditions.0.value', { ...fine, conditions: [about('body', 'a\r\nb')] }],
    ['conditions.0.value', { ...fine, conditions: [about('from', 'khong-phai')] }],
    ['conditions.0.value', { ...fine, conditions: [about('to', 'a@b.example, @')] }],
    ['conditions.0.value', { ...fine, conditions: [{ ...about('size', 0, 'over'), unit: 'K' }] }],
    ['conditions.0.unit', { ...fine, conditions: [{ ...about('size', 1, 'over'), unit: 'G' }] }],
    ['conditions.0.comparator', { ...fine, conditions: [about('subject', 'a', 'over')] }],
    ['conditions.0.type', { ...fine, conditions: [about('header', 'a')] }],
    ['conditions', { ...fine, conditions: [] }],
    ['conditions', { ...fine, conditions: many(21, about('subject', 'a')) }],
    ['actions', { ...fine, actions: [] }],
    ['actions', { ...fine, actions: many(11, doing('setflag', 'Seen')) }],
    ['actions', { ...fine, actions: [doing('discard'), doing('setflag', 'Seen')] }],
    ['actions.0.value', { ...fine, actions: [doing('setflag', 'Deleted')] }],
    ['actions.0.value', { ...fine, actions: [doing('redirect', 'khong-phai')] }],
    ['actions.0.type', { ...fine, actions: [doing('vacation')] }],
    ['match', { ...fine, match: 'none' }],
  ])('RU-4 RU-7 is refused and not kept: %s', async (field, given) => {
    const refused = await addFilter(given as Given).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ field: `sieve_json.${field}` }] },
    });
    expect(await rules()).toEqual([]);
  });

  test('RU-7 a folder of somebody else is not there, and Sent takes no mail', async () => {
    const other = await newPerson(server);
    const { data } = await other.client.createFolder({ body: { name: 'Của người khác' } });
    const into = (id: string): Given => ({ ...fine, actions: [doing('fileinto', id)] });
    await expect(addFilter(into(data.id))).rejects.toMatchObject({ code: 'folder_not_found' });
    const { data: folders } = await an.client.listFolders({});
    const sent = folders.find(({ name }) => name === 'Sent');
    await expect(addFilter(into(sent?.id as string))).rejects.toMatchObject({ code: 'folder_not_allowed' });
    expect(await rules()).toEqual([]);
  });

  test('RU-4 what the form keeps beside the meaning stays', async () => {
    const kept = {
      id: 7,
      match: 'any',
      conditions: [{ ...about('size', 2, 'under'), unit: 'M', label: 'Dung lượng' }],
      actions: [
        { ...doing('setflag', 'Seen'), label: 'Đã đọc' },
        { ...doing('discard'), enable: false },
      ],
    };
    const { sieve_json } = await addFilter(kept as Given);
    expect(JSON.parse(sieve_json) as FilterRule).toEqual(kept);
  });
});
