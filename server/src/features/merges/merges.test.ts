import type { Merge } from '@bocau/contract/merges.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setDomain } from '../../admin/set-domain.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { addCounts } from '../../mail/people/people.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { addMember, inMailbox } from '../../test-kit/add-member.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf, writeDraft } from '../../test-kit/write-mail.ts';
import { cleanRecordsTask } from '../cleaning/cleaning.jobs.ts';
import { requeueMerges } from './merges.jobs.ts';
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
const turn = (merge: Merge) =>
  sendRows(
    server.context,
    { mailboxId: an.mailbox, mergeId: merge.id },
    { signal: new AbortController().signal, lastAttempt: false },
  );

/** Two customers, of whom one has signs that mean something in HTML. */
function table(): string {
  return `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,Minh Phát,1.200.000\n${chi.email},Chi,A & B <Ltd>,350.000\n`;
}

const made = async () => merges.upload(await merges.write(), table());

/** People of nowhere, each once. */
function crowd(count: number): string {
  const lines = Array.from(
    { length: count },
    (_, at) => `khach${at}@khong-co.saomai.example,Khách ${at},Cty,1`,
  );
  return `Email,Tên,Công ty,Số tiền\n${lines.join('\n')}\n`;
}

it("MM-1 the mailbox that has a mail merge says so, nobody else's does", async () => {
  const has = async ({ client }: NewPerson) => (await client.getUserInfo({})).data.has_merges;
  expect(await has(an)).toBeUndefined();
  const merge = await merges.upload(await merges.write(), 'email\nlan@khach.example\n');
  expect([await has(an), await has(binh)]).toEqual([true, undefined]);
  await an.client.deleteMerge({ params: { id: merge.id } });
  expect(await has(an)).toBeUndefined();
});

it('MM-1 is made of a draft and a CSV file, whose columns are guessed', async () => {
  const merge = await made();
  expect(merge).toMatchObject({
    ...{ state: 'preparing', source: 'csv', source_name: 'khach.csv', subject: 'Báo giá cho {công ty}' },
    ...{ address_column: 0, name_column: 1, file_column: null, counts: { rows: 2, waiting: 2 } },
    columns: [
      { heading: 'Email', field: 'Email', sample: binh.email },
      { heading: 'Tên', field: 'Tên', sample: 'Bình' },
      { heading: 'Công ty', field: 'Công ty', sample: 'Minh Phát' },
      { heading: 'Số tiền', field: 'Số tiền', sample: '1.200.000' },
    ],
  });
  expect(await merges.change(merge, { address_column: null, title: 'Tháng 11' })).toMatchObject({
    address_column: null,
    title: 'Tháng 11',
  });
  expect((await refusalOf(merges.change(merge, { name_column: 4 }))).code).toBe('invalid_input');
  const { data } = await an.client.listMerges({});
  expect(data.map(({ id, title }) => [id, title])).toEqual([[merge.id, 'Tháng 11']]);
});

it('MM-1 is made of the own contacts of a list, and of no list that is empty', async () => {
  const { data: books } = await an.client.listContactBooks({});
  for (const person of [binh, chi]) {
    await an.client.createContact({
      body: {
        book_id: books[0]?.id as string,
        fields: {
          full_name: 'Khách',
          emails: [{ label: 'work', value: person.email }],
          lists: ['Khách hàng'],
        },
      },
    });
  }
  const draft = await merges.write({ subject: 'Chúc mừng', body: '<p>Chào {Họ tên}</p>' });
  const create = (list: string) =>
    an.client.createMerge({ body: { draft_id: draft.id, source: { from: 'contacts', list } } });
  expect((await create('Khách hàng')).data).toMatchObject({ source: 'contacts', counts: { rows: 2 } });
  expect((await refusalOf(create('Không có'))).code).toBe('contact_not_found');
});

it('MM-7 MM-8 MM-13 sends each row a message of its own, once, and reports it', async () => {
  const merge = await made();
  expect((await merges.check(merge)).ready).toBe(2);
  expect(await merges.start(merge)).toMatchObject({ state: 'running' });
  await work();
  const [toBinh] = await mailIn(binh, 'INBOX');
  const [toChi] = await mailIn(chi, 'INBOX');
  expect(toBinh).toMatchObject({
    subject: 'Báo giá cho Minh Phát',
    to: [{ name: 'Bình', email: binh.email }],
    cc: [],
  });
  expect(toBinh?.body).toContain('<p>Chào Bình, tổng là 1.200.000.</p>');
  expect(toChi).toMatchObject({
    subject: 'Báo giá cho A & B <Ltd>',
    to: [{ name: 'Chi', email: chi.email }],
  });
  const sent = await mailIn(an, 'Sent');
  expect(new Set(sent.map((one) => one.message_id_header)).size).toBe(2);
  expect(await merges.show(merge)).toMatchObject({ state: 'done', counts: { rows: 2, sent: 2, waiting: 0 } });
  const rows = await merges.rows(merge);
  expect(rows.map(({ state, email }) => [state, email])).toEqual([
    ['sent', binh.email],
    ['sent', chi.email],
  ]);
  await merges.start(merge);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('MM-8 sends once when its job runs in several processes, and with the text of its start', async () => {
  const merge = await made();
  await merges.start(merge);
  const params = { id: merge.draft_id as string };
  await an.client.saveDraft({ params, body: { subject: 'Khác', body: '<p>Khác</p>' } });
  await Promise.all([turn(merge), turn(merge), turn(merge)]);
  await an.client.deleteDraft({ params });
  await work();
  expect((await mailIn(binh, 'INBOX')).map(({ subject }) => subject)).toEqual(['Báo giá cho Minh Phát']);
  expect((await mailIn(chi, 'INBOX')).map(({ subject }) => subject)).toEqual(['Báo giá cho A & B <Ltd>']);
  expect(await merges.show(merge)).toMatchObject({ state: 'done', draft_id: null, counts: { sent: 2 } });
});

it('MM-9 is paused, resumed and stopped; what has not left does not', async () => {
  const merge = await merges.upload(await merges.write(), crowd(30));
  expect((await refusalOf(merges.act(merge, 'pause'))).code).toBe('merge_not_running');
  await merges.start(merge);
  await turn(merge);
  expect(await merges.act(merge, 'pause')).toMatchObject({ state: 'paused', paused_by: 'person' });
  await turn(merge);
  await work();
  expect((await merges.show(merge)).counts.waiting).toBe(10);
  await merges.act(merge, 'resume');
  await merges.act(merge, 'stop');
  await work();
  const { state, counts } = await merges.show(merge);
  expect([state, counts.waiting, (await merges.rows(merge, { state: 'stopped' })).length]).toEqual([
    'stopped',
    0,
    10,
  ]);
  expect((await refusalOf(merges.act(merge, 'resume'))).code).toBe('merge_not_running');
  await an.client.deleteMerge({ params: { id: merge.id } });
  expect((await refusalOf(merges.show(merge))).code).toBe('merge_not_found');
});

it('MM-9 stops with the word that somebody else was signed in, until the person goes on with it', async () => {
  const merge = await merges.upload(await merges.write(), crowd(30));
  await merges.start(merge);
  await turn(merge);
  await an.client.reportNotMe({});
  await turn(merge);
  await work();
  const shown = await sql<{ state: string; paused_by: string; left: number }>`
    select g.state, g.paused_by, (select count(*)::integer from merge_rows r
      where r.mailbox_id = g.mailbox_id and r.merge_id = g.id and r.state = 'waiting') as left
    from merges g where g.mailbox_id = ${an.mailbox}`.execute(server.context.db);
  expect(shown.rows).toEqual([{ state: 'paused', paused_by: 'stranger', left: 10 }]);
});

it('MM-7 headings with signs are fields as they are written in the table', async () => {
  const draft = await merges.write({
    subject: 'Mời {Anh/Chị}',
    body: '<p>Giá {Giá (R&amp;D) $}, {Ngày (dự kiến)}.</p>',
  });
  const merge = await merges.upload(
    draft,
    `Email,Anh/Chị,Giá (R&D) $,Ngày (dự kiến)\n${binh.email},Anh Bình,5.000,1/12\n`,
  );
  expect(merge.columns.map(({ field }) => field)).toEqual([
    'Email',
    'Anh/Chị',
    'Giá (R&D) $',
    'Ngày (dự kiến)',
  ]);
  expect((await merges.check(merge)).obstacles).toEqual([]);
  await merges.start(merge);
  await work();
  const [mail] = await mailIn(binh, 'INBOX');
  expect(mail?.subject).toBe('Mời Anh Bình');
  expect(mail?.body).toContain('<p>Giá 5.000, 1/12.</p>');
});

it('MM-13 a refused row is told in the report, and makes no draft and no report in the inbox', async () => {
  const merge = await merges.upload(
    await merges.write(),
    `Email,Tên,Công ty,Số tiền\nai-do@saomai.example,Ai,A,1\n`,
  );
  await merges.start(merge);
  await work();
  const [row] = await merges.rows(merge);
  expect(row).toMatchObject({ state: 'refused', reply: 'user unknown' });
  expect(await mailIn(an, 'INBOX')).toEqual([]);
  expect((await mailIn(an, 'Drafts')).map(({ id }) => id)).toEqual([merge.draft_id]);
  expect(await mailIn(an, 'Sent')).toHaveLength(1);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

it('MM-13 says who opened the message, as far as is known, and who answered', async () => {
  const merge = await merges.upload(await merges.write({ tracking: true }), table());
  await merges.start(merge);
  await work();
  const [came] = await mailIn(binh, 'INBOX');
  const [, pixel = ''] = /src="[^"]*(\/t\/[\w-]+\.gif)"/.exec(came?.body ?? '') ?? [];
  await fetch(`${server.baseUrl}${pixel}`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
  const answer = await writeDraft(binh, [an.email], {
    answers: came?.id as string,
    action: 'reply',
    subject: `Re: ${came?.subject}`,
  });
  await binh.client.sendMail({ body: { msg_id: answer.id } });
  await work();
  expect(await merges.show(merge)).toMatchObject({ opened: 1, answered: 1 });
  expect((await merges.rows(merge, { did: 'answered' })).map(({ email }) => email)).toEqual([binh.email]);
  expect((await merges.rows(merge, { did: 'opened' })).map(({ opened }) => opened)).toEqual([true]);
});

it('MM-33 the copy that comes to oneself answers nothing, and an answer to it does', async () => {
  const merge = await merges.upload(await merges.write(), `${table()}${an.email},An,Sao Mai,1\n`);
  await merges.start(merge);
  await work();
  const [own] = await mailIn(an, 'INBOX');
  const answered = async () => (await merges.rows(merge, { did: 'answered' })).map(({ email }) => email);
  expect(await answered()).toEqual([]);
  expect(await merges.show(merge)).toMatchObject({ answered: 0 });
  const answer = await writeDraft(an, [an.email], {
    answers: own?.id as string,
    action: 'reply',
    subject: `Re: ${own?.subject}`,
  });
  await an.client.sendMail({ body: { msg_id: answer.id } });
  await work();
  expect(await answered()).toEqual([an.email]);
});

it('MM-3 MM-13 the report is a CSV in which no cell is a formula', async () => {
  const merge = await merges.upload(
    await merges.write(),
    `Email,Tên,Công ty,Số tiền\n${binh.email},"=cmd|' /C calc'!A0",@A,+1\n`,
  );
  await merges.start(merge);
  await work();
  expect((await mailIn(binh, 'INBOX'))[0]?.body).toContain('=cmd|');
  const answer = await fetch(`${server.baseUrl}/api/v2/merges/${merge.id}/report.csv`, {
    headers: { [SESSION_HEADER]: an.client.token },
  });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain(`${binh.email},'=cmd|' /C calc'!A0,'@A,'+1,Đã gửi`);
});

/** How many people a day the domain lets its mailboxes write to; past what a change by an administrator does besides. */
async function allow(most: number | null): Promise<void> {
  const { db } = server.context;
  const { domain_id: id } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  await db.updateTable('domains').set({ merges_per_day: most }).where('id', '=', id).execute();
}

it('MM-12 leaves as many a day as its domain allows, and goes on when there is room', async () => {
  const merge = await made();
  await allow(1);
  try {
    await merges.start(merge);
    await work();
    expect(await merges.show(merge)).toMatchObject({
      ...{ state: 'running', wait: 'day_limit', per_day: 1, left_today: 0, counts: { sent: 1, waiting: 1 } },
    });
    // Ordinary mail goes on.
    await an.client.sendMail({ body: { msg_id: (await writeDraft(an, [chi.email])).id } });
    await work();
    expect(await mailIn(chi, 'INBOX')).toHaveLength(1);
    await server.clock.advance(25 * 3_600_000);
    await work();
    expect(await merges.show(merge)).toMatchObject({ state: 'done', counts: { sent: 2 } });
  } finally {
    await allow(null);
  }
});

it('MM-30 goes on at once when its domain allows more a day, and stays paused where somebody paused it', async () => {
  const [domain] = an.email.split('@').slice(1);
  const out = { write: () => undefined };
  const set = (most: string) =>
    setDomain.run({
      context: server.context,
      args: [domain, `merges_per_day=${most}`],
      out,
      err: out,
    } as never);
  await set('1');
  try {
    const [merge, other] = [await made(), await made()];
    await merges.start(merge);
    await work();
    await merges.start(other);
    await work();
    for (const each of [merge, other]) expect((await merges.show(each)).wait).toBe('day_limit');
    await merges.act(other, 'pause');
    await set('2');
    await work();
    expect(await merges.show(merge)).toMatchObject({ state: 'done', counts: { sent: 2 } });
    await merges.act(other, 'resume');
    await work();
    expect(await merges.show(other)).toMatchObject({ wait: 'day_limit', counts: { sent: 0 } });
    await set('none');
    await work();
    expect(await merges.show(other)).toMatchObject({ state: 'done', counts: { sent: 2 } });
  } finally {
    await set('none');
  }
});

it('MM-30 a merge that missed it goes on within the hour', async () => {
  const merge = await made();
  await allow(1);
  try {
    await merges.start(merge);
    await work();
    expect((await merges.show(merge)).wait).toBe('day_limit');
  } finally {
    await allow(null);
  }
  await requeueMerges(server.context, new AbortController().signal);
  await work();
  expect(await merges.show(merge)).toMatchObject({ state: 'done', counts: { sent: 2 } });
});

it('MM-12 deliveries of merges wait behind those of mail that people send', async () => {
  const merge = await made();
  await merges.start(merge);
  await turn(merge);
  await an.client.sendMail({ body: { msg_id: (await writeDraft(an, [chi.email])).id } });
  const { rows } = await sql<{ priority: number }>`
    select priority from graphile_worker.jobs where task_identifier = 'deliver_here' order by priority`.execute(
    server.context.db,
  );
  expect(rows.map(({ priority }) => priority)).toEqual([0, 20, 20]);
  await work();
});

it('MM-8 is taken up again where its job is lost', async () => {
  const merge = await made();
  await merges.start(merge);
  await sql`delete from graphile_worker._private_jobs where key = ${`merge ${merge.id}`}`.execute(
    server.context.db,
  );
  await work();
  expect((await merges.show(merge)).counts.waiting).toBe(2);
  await requeueMerges(server.context, new AbortController().signal);
  await work();
  expect(await merges.show(merge)).toMatchObject({ state: 'done', counts: { sent: 2 } });
});

it('MM-38 how a table calls people is not how they are called from then on', async () => {
  const known = { email: binh.email, name: 'Trần Bình', folded: ` tran binh ${binh.email}` };
  await inTransaction(server.context.db, (tx) =>
    addCounts(tx, an.mailbox, [{ ...known, sent: 1, received: 0, last_at: 1 }]),
  );
  await merges.start(await made());
  await work();
  const { data } = await an.client.suggestRecipients({ query: { search_text: 'tran binh' } });
  const names = JSON.stringify(data);
  expect(names).toContain('Trần Bình');
  expect(names).not.toContain('"Bình"');
});

it('pauses where its sender may not send any more', async () => {
  const merge = await made();
  await merges.start(merge);
  await server.context.db
    .updateTable('mailboxes')
    .set({ enable_smtp: false })
    .where('id', '=', an.mailbox)
    .execute();
  await work();
  expect(await merges.show(merge)).toMatchObject({ state: 'paused', paused_by: 'sender_not_allowed' });
});

it('MM-14 belongs to its mailbox, whose members need the right to answer to change it', async () => {
  const merge = await made();
  const { id } = merge;
  expect((await refusalOf(binh.client.getMerge({ params: { id } }))).code).toBe('merge_not_found');
  await addMember(server, { of: an, who: binh, rights: ['read'] });
  const answer = await fetch(`${server.baseUrl}/api/v2/merges/${id}/start`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [SESSION_HEADER]: binh.client.token,
      ...inMailbox(an.email),
    },
    body: JSON.stringify({ expected: true }),
  });
  expect(answer.status).toBe(403);
});

it('is removed with its table and its files when it is old, unless it runs', async () => {
  const { db } = server.context;
  const old = await made();
  await merges.addFiles(old, { 'an.txt': 'An' });
  const running = await merges.upload(await merges.write(), crowd(3));
  await merges.start(running);
  await merges.act(running, 'pause');
  const ended = await merges.upload(await merges.write(), crowd(1));
  await merges.start(ended);
  await merges.act(ended, 'stop');
  await db.updateTable('merges').set({ created_at: 1 }).where('mailbox_id', '=', an.mailbox).execute();
  await inTransaction(db, (tx) => addJob(tx, cleanRecordsTask, {}));
  await work();
  expect((await an.client.listMerges({})).data.map(({ id }) => id).sort()).toEqual(
    [running.id, ended.id].sort(),
  );
  const left = await db.selectFrom('merge_files').select('id').where('merge_id', '=', old.id).execute();
  expect(left).toEqual([]);
});
