import { LIMITS } from '@bocau/contract/limits.ts';
import type { MergeCheck } from '@bocau/contract/merges.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMember, clientIn } from '../../test-kit/add-member.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, refusalOf } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let merges: ReturnType<typeof mergesOf>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
  merges = mergesOf(an);
});

const work = () => runJobsUntilIdle(server.context);

const problemsOf = ({ problems }: MergeCheck) =>
  Object.fromEntries(problems.map(({ problem, first }) => [problem, first.map(({ row }) => row)]));

it('MM-5 says of each row what is against it, by its number', async () => {
  const merge = await merges.upload(
    await merges.write({ subject: 'Thư', body: '<p>Chào {Tên}</p>' }),
    [
      'Email,Tên',
      `${binh.email},Bình`,
      `,Không`,
      `không phải địa chỉ,Sai`,
      `Bình <${binh.email.toUpperCase()}>,Trùng`,
      'khong@minhphat.example,Không nhận',
      'thieu@minhphat.example,',
      'bo@minhphat.example,Bỏ',
    ].join('\n'),
  );
  await an.client.addMergeRefusals({ body: { emails: ['Khong@minhphat.example'] } });
  await merges.changeRow(merge, 7, { left_out: true });
  const checked = await merges.check(merge);
  expect(checked.ready).toBe(1);
  expect(checked.obstacles).toEqual([]);
  expect(problemsOf(checked)).toEqual({
    no_address: [2],
    invalid_address: [3],
    doubled_address: [4],
    said_no: [5],
    empty_field: [6],
    left_out: [7],
  });
  const [empty] = await merges.rows(merge, { problem: 'empty_field' });
  expect(empty).toMatchObject({ row: 6, line: 7, empty_fields: ['Tên'] });
  // Corrected, it is as the others.
  await merges.changeRow(merge, 6, { cells: [{ column: 1, text: 'Thúy' }] });
  expect((await merges.check(merge)).ready).toBe(2);
  await merges.start(merge);
  await work();
  expect((await merges.show(merge)).counts).toMatchObject({ skipped: 5, rows: 7 });
  expect((await refusalOf(merges.changeRow(merge, 1, { left_out: true }))).code).toBe(
    'operation_in_progress',
  );
});

it('MM-46 a cell with several addresses is told by its line, and sent to none of them until one is left', async () => {
  const merge = await merges.upload(
    await merges.write({ subject: 'Thư', body: '<p>Chào {Tên}</p>' }),
    [
      'Email,Tên',
      `${binh.email}; b@minhphat.example,Hai`,
      `"b@minhphat.example, Bình <${binh.email}>",Hai`,
      `${binh.email}/b@minhphat.example,Hai`,
      '"""Nhóm b@minhphat.example"" <c@minhphat.example>",Một',
      "'D@minhphat.example' <d@minhphat.example>,Một",
      "o'brien@minhphat.example,Một",
    ].join('\n'),
  );
  const checked = await merges.check(merge);
  expect(problemsOf(checked)).toEqual({ several_addresses: [1, 2, 3] });
  expect(checked.problems[0]?.first[0]).toEqual({
    ...{ row: 1, line: 2, email: `${binh.email}; b@minhphat.example` },
  });
  await merges.changeRow(merge, 2, { cells: [{ column: 0, text: binh.email }] });
  await merges.changeRow(merge, 3, { left_out: true });
  expect(problemsOf(await merges.check(merge))).toEqual({ several_addresses: [1], left_out: [3] });
  await merges.start(merge);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  expect((await merges.show(merge)).counts).toMatchObject({ rows: 6, skipped: 2 });
});

it('MM-5 sends rows in which a field is empty only where that is wanted', async () => {
  const draft = await merges.write({ subject: 'Thư', body: '<p>Chào {Tên}!</p>' });
  const merge = await merges.upload(draft, `Email,Tên\n${binh.email},\n`);
  const refused = await refusalOf(merges.start(merge));
  expect([refused.code, refused.details]).toEqual([
    'merge_not_ready',
    { obstacles: [{ obstacle: 'nobody' }] },
  ]);
  await merges.start(merge, { empty_fields: 'send' });
  await work();
  expect((await mailIn(binh, 'INBOX'))[0]?.body).toContain('<p>Chào !</p>');
});

it('MM-37 cannot be started without a subject, or with nothing in it at all', async () => {
  const obstaclesOf = async (mail: { subject: string; body: string }) => {
    const merge = await merges.upload(await merges.write(mail), `Email,Tên\n${binh.email},Bình\n`);
    const refused = await refusalOf(merges.start(merge));
    expect(refused.code).toBe('merge_not_ready');
    return (await merges.check(merge)).obstacles.map(({ obstacle }) => obstacle);
  };
  expect(await obstaclesOf({ subject: ' ', body: '<p>&nbsp;</p><p><br></p>' })).toEqual([
    'no_subject',
    'no_text',
  ]);
  expect(await obstaclesOf({ subject: '', body: '<p>Chào {Tên}</p>' })).toEqual(['no_subject']);
  expect(await obstaclesOf({ subject: 'Thư', body: '' })).toEqual(['no_text']);
});

it('MM-42 cannot be started with the name of a column in double braces, which would be sent as it stands', async () => {
  const draft = await merges.write({
    subject: 'Chào {{ Họ tên }}',
    body: '<p>{{<b>số tiền</b>}} {{khác}} {Số tiền}</p>',
  });
  const merge = await merges.upload(draft, `Email,Họ tên,Số tiền\n${binh.email},Bình,5\n`);
  const { obstacles } = await merges.check(merge);
  expect(obstacles).toEqual([{ obstacle: 'double_braces', fields: ['Họ tên', 'số tiền'] }]);
  expect((await refusalOf(merges.start(merge))).code).toBe('merge_not_ready');
});

it('MM-5 cannot be started with a field that has no column, or without a column of addresses', async () => {
  const merge = await merges.upload(
    await merges.write({ subject: 'Thư {mã số}', body: '<p>{Tên} {{x}}</p>' }),
    `Email,Tên\n${binh.email},Bình\n`,
  );
  await merges.change(merge, { address_column: null });
  expect((await merges.check(merge)).obstacles).toEqual([
    { obstacle: 'unknown_field', fields: ['mã số'] },
    { obstacle: 'no_address_column' },
    { obstacle: 'nobody' },
  ]);
  expect((await refusalOf(merges.start(merge))).code).toBe('merge_not_ready');
  await merges.change(merge, { address_column: 0 });
  const draft = { id: merge.draft_id as string };
  const { data } = await an.client.saveDraft({ params: draft, body: { subject: 'Thư' } });
  const stale = await refusalOf(merges.start(merge, { draft_version: 1 }));
  expect(stale.code).toBe('draft_conflict');
  await merges.start(merge, { draft_version: data.draft?.version as number });
});

it('MM-4 values are text in the body, one line in the subject, and fill no further fields', async () => {
  const merge = await merges.upload(
    await merges.write({
      subject: 'Chào {Tên}',
      body: '<p title="{Tên}">{ Tên }&nbsp;{Ghi chú} {t&ecirc;n}</p>',
    }),
    `Email,Tên,Ghi chú\n${binh.email},"Bình\r\nBcc: ke-gian@xau.example","<img src=x onerror=alert(1)> {Email}"\n`,
  );
  const shown = await merges.preview(merge, 1);
  expect(shown.subject).toBe('Chào Bình Bcc: ke-gian@xau.example');
  expect(shown.html).toContain('&lt;img src=x onerror=alert(1)&gt; {Email}');
  expect(shown.html).not.toContain('<img');
  await merges.start(merge);
  await work();
  const [came] = await mailIn(binh, 'INBOX');
  expect(came).toMatchObject({ subject: 'Chào Bình Bcc: ke-gian@xau.example', bcc: [] });
  expect(came?.to).toEqual([{ name: 'Bình Bcc: ke-gian@xau.example', email: binh.email }]);
  expect(came?.body).toContain('&lt;img');
});

it('MM-6 a test goes to the own address, looks as the preview does, and counts nowhere', async () => {
  const merge = await merges.upload(
    await merges.write(),
    `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,Cty,5\n`,
  );
  const shown = await merges.preview(merge, 1);
  await an.client.testMerge({ params: { id: merge.id, row: '1' } });
  await work();
  const [came] = await mailIn(an, 'INBOX');
  expect(came).toMatchObject({ subject: shown.subject, from: { email: an.email } });
  expect(came?.body).toContain('<p>Chào Bình, tổng là 5.</p>');
  expect(await mailIn(binh, 'INBOX')).toEqual([]);
  expect(await mailIn(an, 'Sent')).toEqual([]);
  expect((await merges.show(merge)).counts).toMatchObject({ waiting: 1, sent: 0 });
});

it('MM-4 MM-5 each person gets the file that their row names, of the merge or of a folder in the drive', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Hợp đồng' } });
  const form = new FormData();
  form.set('parent_id', folder.id);
  form.set('file', new File(['của drive'], 'chi.txt'));
  await an.client.uploadDriveFile({ form });
  const merge = await merges.upload(
    await merges.write({ subject: 'Thư', body: '<p>Chào {Tên}</p>' }),
    [
      'Email,Tên,Tệp',
      `${binh.email},Bình,BINH.txt; chi.txt`,
      'x@minhphat.example,X,không-có.txt',
      'y@minhphat.example,Y,lừa.exe',
    ].join('\n'),
  );
  await merges.addFiles(merge, { 'binh.txt': 'của Bình' });
  expect((await refusalOf(merges.addFiles(merge, { 'lừa.exe': 'x' }))).code).toBe('file_not_allowed');
  expect(merge.file_column).toBe(2);
  expect(problemsOf(await merges.check(merge))).toEqual({ no_file: [1, 2, 3] });
  await merges.change(merge, { drive_folder_id: folder.id });
  expect(problemsOf(await merges.check(merge))).toEqual({ no_file: [2, 3] });
  expect((await merges.preview(merge, 1)).files.map(({ name }) => name)).toEqual(['binh.txt', 'chi.txt']);
  await merges.start(merge);
  await work();
  const [came] = await mailIn(binh, 'INBOX');
  expect(came?.files.map(({ name, size }) => [name, size])).toEqual([
    ['binh.txt', Buffer.byteLength('của Bình')],
    ['chi.txt', Buffer.byteLength('của drive')],
  ]);
});

/** One with a file, one without, and one who gets nothing. */
const ROWS_OF_FILES = () =>
  ['Email,Tên,Tệp', `${binh.email},Bình,binh.txt`, 'x@minhphat.example,X,', 'không phải địa chỉ,Sai,'].join(
    '\n',
  );

it('MM-41 whoever names no file gets the message without one, and the check says how many they are', async () => {
  const merge = await merges.upload(
    await merges.write({ subject: 'Thư', body: '<p>Chào</p>' }),
    ROWS_OF_FILES(),
  );
  await merges.addFiles(merge, { 'binh.txt': 'của Bình' });
  expect(problemsOf(await merges.check(merge))).toEqual({ invalid_address: [3] });
  await merges.changeRow(merge, 3, { left_out: true });
  const checked = await merges.check(merge);
  expect(problemsOf(checked)).toEqual({ left_out: [3] });
  expect([checked.ready, checked.without_file]).toEqual([2, 1]);
  await merges.start(merge, { empty_fields: 'skip' });
  await work();
  expect((await merges.rows(merge)).map(({ state }) => state)).not.toContain('waiting');
  expect((await merges.show(merge)).counts.skipped).toBe(1);
});

it('MM-41 a row that names no file lacks it where the message is nothing else, or its text names the file', async () => {
  const empty = await merges.upload(await merges.write({ subject: 'Thư', body: '' }), ROWS_OF_FILES());
  await merges.addFiles(empty, { 'binh.txt': 'của Bình' });
  const named = await merges.upload(
    await merges.write({ subject: 'Thư', body: '<p>Xem {Tệp}</p>' }),
    ROWS_OF_FILES(),
  );
  await merges.addFiles(named, { 'binh.txt': 'của Bình' });
  for (const merge of [empty, named]) {
    const checked = await merges.check(merge);
    expect(problemsOf(checked)).toEqual({ invalid_address: [3], empty_field: [2] });
    expect(checked.without_file).toBe(0);
    const [lacking] = await merges.rows(merge, { problem: 'empty_field' });
    expect(lacking?.empty_fields).toEqual(['Tệp']);
  }
});

it('MM-4 MM-5 fields are filled in the names of files, and give them no type that is not sent', async () => {
  const form = new FormData();
  form.append('file', new File(['giá'], 'Báo giá {Tên}'));
  const { data: files } = await an.client.uploadFile({ form });
  const draft = await merges.write({ subject: 'Thư', body: '<p>a</p>', files: [files[0]?.id as string] });
  const merge = await merges.upload(
    draft,
    `Email,Tên\n${binh.email},../Bình/.txt\nx@minhphat.example,virus.exe\ny@minhphat.example,Y\n`,
  );
  expect(problemsOf(await merges.check(merge))).toEqual({ file_not_allowed: [2] });
  const test = an.client.testMerge({ params: { id: merge.id, row: '2' } });
  expect((await refusalOf(test)).code, 'AT-4: a test is no way around').toBe('file_not_allowed');
  await merges.start(merge);
  // A correction is looked at when the row is sent.
  await merges.act(merge, 'pause');
  await merges.changeRow(merge, 3, { cells: [{ column: 1, text: 'y.exe' }] });
  await merges.act(merge, 'resume');
  await an.client.deleteDraft({ params: { id: draft.id } });
  await work();
  expect((await mailIn(binh, 'INBOX'))[0]?.files.map(({ name }) => name)).toEqual(['Báo giá ..-Bình-.txt']);
  expect((await merges.rows(merge)).map(({ state }) => state)).toEqual(['sent', 'skipped', 'skipped']);
});

it('MM-5 a row whose field was emptied while it waited is skipped like those of the start', async () => {
  const table = `Email,Tên\n${binh.email},Bình\nx@minhphat.example,Xuân\n`;
  const merge = await merges.upload(await merges.write({ subject: 'Thư', body: '<p>Chào {Tên}</p>' }), table);
  await merges.start(merge, { empty_fields: 'skip' });
  await merges.act(merge, 'pause');
  await merges.changeRow(merge, 2, { cells: [{ column: 1, text: ' ' }] });
  await merges.act(merge, 'resume');
  await work();
  expect(await merges.rows(merge)).toMatchObject([{ state: 'sent' }, { state: 'skipped' }]);
});

it('MM-5 a row that has become too large while it waited is skipped, and its files are not read', async () => {
  const { db } = server.context;
  const table = `Email,Tệp\n${binh.email},a.txt\nx@minhphat.example,a.txt\n`;
  const merge = await merges.upload(await merges.write({ subject: 'Thư', body: '<p>Chào</p>' }), table);
  await merges.addFiles(merge, { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  await merges.change(merge, { file_column: 1 });
  await merges.start(merge);
  await merges.act(merge, 'pause');
  const names = ['b.txt', 'c.txt'];
  await db
    .updateTable('merge_files')
    .set({ size: LIMITS.attachmentBytes })
    .where('merge_id', '=', merge.id)
    .where('name', 'in', names)
    .execute();
  await merges.changeRow(merge, 2, { cells: [{ column: 1, text: names.join(';') }] });
  await merges.act(merge, 'resume');
  await work();
  expect(await merges.rows(merge)).toMatchObject([
    { state: 'sent' },
    { state: 'skipped', problems: ['mail_too_large'] },
  ]);
});

it('MM-8 SH-8 shares that the text carries open when the first message leaves', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Báo giá' } });
  const sharing = {
    ids: [folder.id],
    share_withs: [binh.email],
    permission: 'READ' as const,
    expire_date: null,
  };
  const [share] = (await an.client.createShares({ body: { ...sharing, pending: true } })).data;
  const id = share?.id as string;
  const draft = await merges.write({ subject: 'Thư', body: '<p>a</p>' });
  const merge = await merges.upload(draft, `Email\n${binh.email}\n`);
  expect((await refusalOf(merges.start(merge, { share_ids: ['không-có'] }))).code).toBe('share_not_found');
  await merges.start(merge, { share_ids: [id] });
  await work();
  expect((await an.client.getShare({ params: { id } })).data.state).toBe('active');
});

it('MM-5 a text that would grow beyond what a message may have is told, and neither shown nor sent', async () => {
  const draft = await merges.write({ subject: 'Thư', body: `<p>${'{Tên} '.repeat(20_000)}</p>` });
  const merge = await merges.upload(
    draft,
    `Email,Tên\n${binh.email},${'x'.repeat(3_999)}\nlan@minhphat.example,Lan\n`,
  );
  const shown = await merges.preview(merge, 1);
  expect(shown.problems).toEqual(['mail_too_large']);
  expect(shown.html).not.toContain('xxx');
  expect((await merges.preview(merge, 2)).html).toContain('Lan Lan');
  expect(problemsOf(await merges.check(merge))).toEqual({ mail_too_large: [1] });
  expect((await refusalOf(an.client.testMerge({ params: { id: merge.id, row: '1' } }))).code).toBe(
    'too_large',
  );
  await merges.start(merge);
  await work();
  expect((await merges.show(merge)).counts).toMatchObject({ skipped: 1, waiting: 0 });
});

it('MM-5 sends nothing of a draft in Trash, which is restored or gives way to another', async () => {
  const merge = await merges.upload(
    await merges.write({ body: '<p>Cũ</p>' }),
    `Email,Tên\n${binh.email},Bình\n`,
  );
  const draft = (await an.client.getMessage({ params: { id: merge.draft_id as string }, query: {} })).data;
  const ids = [draft.thread_id];
  await an.client.deleteThreads({ body: { ids, folder_id: draft.folder_id } });
  expect(await merges.show(merge)).toMatchObject({ draft_id: draft.id, draft_discarded: true });
  const gone = { obstacles: expect.arrayContaining([{ obstacle: 'draft_not_found' }]) };
  expect(await merges.check(merge)).toMatchObject(gone);
  expect(await refusalOf(merges.start(merge))).toMatchObject({ code: 'merge_not_ready', details: gone });
  await an.client.restoreThreads({ body: { ids } });
  expect((await merges.show(merge)).draft_discarded).toBeUndefined();
  await an.client.deleteDraft({ params: { id: draft.id } });
  expect((await merges.show(merge)).draft_id).toBeNull();
  const other = await merges.write({ subject: 'Mới', body: '<p>Chào {Tên}</p>' });
  expect(await merges.change(merge, { draft_id: other.id })).toMatchObject({
    ...{ draft_id: other.id, subject: 'Mới' },
  });
  expect((await merges.check(merge)).obstacles).toEqual([]);
});

it("MM-5 takes no draft that is somebody else's, and none of a merge that has begun", async () => {
  const merge = await merges.upload(
    await merges.write({ body: '<p>x</p>', subject: 'x' }),
    `Email\n${binh.email}\n`,
  );
  const others = await mergesOf(binh).write();
  expect((await refusalOf(merges.change(merge, { draft_id: others.id }))).code).toBe('message_not_found');
  await merges.start(merge);
  const other = await merges.write();
  expect((await refusalOf(merges.change(merge, { draft_id: other.id }))).code).toBe('operation_in_progress');
});

it('MM-5 lists uploaded files with how many rows name them, tells of those for nobody, and removes one', async () => {
  const draft = await merges.write({ subject: 'x', body: '<p>x</p>' });
  const merge = await merges.upload(
    draft,
    `Email,Tệp\n${binh.email},A.pdf;chung.txt\n${an.email},chung.txt\n`,
  );
  await merges.change(merge, { file_column: 1 });
  await merges.addFiles(merge, { 'a.pdf': 'a', 'chung.txt': 'bb', 'thừa.txt': 'c' });
  const list = async () => (await an.client.listMergeFiles({ params: { id: merge.id } })).data;
  expect(await list()).toEqual([
    { name: 'a.pdf', size: 1, rows: 1 },
    { name: 'chung.txt', size: 2, rows: 2 },
    { name: 'thừa.txt', size: 1, rows: 0 },
  ]);
  expect((await merges.check(merge)).stray_files).toEqual({ total: 1, first: ['thừa.txt'] });
  await an.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'Thừa.txt' } });
  expect((await merges.check(merge)).stray_files).toEqual({ total: 0, first: [] });
  await an.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'a.pdf' } });
  expect(problemsOf(await merges.check(merge))).toEqual({ no_file: [1] });
  const foreign = binh.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'chung.txt' } });
  expect((await refusalOf(foreign)).code).toBe('merge_not_found');
  await merges.start(merge);
  const late = an.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'chung.txt' } });
  expect((await refusalOf(late)).code).toBe('operation_in_progress');
});

it('MM-5 uploaded files whose names differ in case alone are two, and each row gets the one that it names', async () => {
  const merge = await merges.upload(
    await merges.write({ subject: 'Lương', body: '<p>Chào</p>' }),
    ['Email,Tệp', `${binh.email},A.pdf`, `${an.email},a.pdf`, 'x@minhphat.example,A.PDF'].join('\n'),
  );
  await merges.change(merge, { file_column: 1 });
  const list = async () =>
    (await an.client.listMergeFiles({ params: { id: merge.id } })).data.map(({ name, size, rows }) => [
      name,
      size,
      rows,
    ]);
  const filesOf = async (row: number) =>
    (await merges.preview(merge, row)).files.map(({ name, size }) => [name, size]);
  await merges.addFiles(merge, { 'A.pdf': 'a', 'a.pdf': 'bb' });
  expect((await list()).sort()).toEqual([
    ['A.pdf', 1, 1],
    ['a.pdf', 2, 1],
  ]);
  expect(problemsOf(await merges.check(merge))).toEqual({ no_file: [3] });
  expect([await filesOf(1), await filesOf(2), await filesOf(3)]).toEqual([
    [['A.pdf', 1]],
    [['a.pdf', 2]],
    [],
  ]);
  // Of the very same name it takes the place of that one, and of nothing else.
  await merges.addFiles(merge, { 'a.pdf': 'ccc' });
  expect((await list()).sort()).toEqual([
    ['A.pdf', 1, 1],
    ['a.pdf', 3, 1],
  ]);
  await an.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'A.PDF' } });
  expect(await list()).toHaveLength(2);
  await an.client.removeMergeFile({ params: { id: merge.id }, body: { name: 'A.pdf' } });
  await merges.addFiles(merge, { 'a.pdf': 'dddd' });
  // There is only one that can be meant.
  expect(await list()).toEqual([['a.pdf', 4, 3]]);
  expect(problemsOf(await merges.check(merge))).toEqual({});
  expect(await filesOf(3)).toEqual([['a.pdf', 4]]);
});

it('MM-5 a file of the drive is meant by its very name before an uploaded one that differs in case', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Phiếu' } });
  const form = new FormData();
  form.set('parent_id', folder.id);
  form.set('file', new File(['của drive'], 'chi.txt'));
  await an.client.uploadDriveFile({ form });
  const merge = await merges.upload(
    await merges.write({ subject: 'X', body: '<p>X</p>' }),
    `Email,Tệp\n${binh.email},chi.txt\n${an.email},CHI.txt\n`,
  );
  await merges.change(merge, { file_column: 1, drive_folder_id: folder.id });
  await merges.addFiles(merge, { 'Chi.txt': 'của đợt' });
  expect((await merges.preview(merge, 1)).files.map(({ name }) => name)).toEqual(['chi.txt']);
  expect(await merges.check(merge)).toMatchObject({ stray_files: { total: 1, first: ['Chi.txt'] } });
  expect(problemsOf(await merges.check(merge))).toEqual({ no_file: [2] });
  // Of one name in both places, the uploaded one.
  await merges.addFiles(merge, { 'chi.txt': 'x' });
  expect((await merges.preview(merge, 1)).files).toMatchObject([{ name: 'chi.txt', size: 1 }]);
});

it('MM-19 of a folder in a drive, a member gets what they can read themselves, and nothing by the right of another', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Bảng lương' } });
  const form = new FormData();
  form.set('parent_id', folder.id);
  form.set('file', new File(['riêng'], 'luong.txt', { type: 'text/plain' }));
  await an.client.uploadDriveFile({ form });
  const lines = `${binh.email},A,luong.txt\n${an.email},B,luong.txt\n`;
  const merge = await merges.upload(
    await merges.write({ subject: 'X', body: '<p>X</p>' }),
    `Email,Tên,Tệp\n${lines}`,
  );
  await merges.change(merge, { drive_folder_id: folder.id, file_column: 2 });
  expect((await merges.preview(merge, 1)).files).toHaveLength(1);

  await addMember(server, { of: an, who: binh, rights: ['read', 'organise', 'answer'] });
  const member = clientIn(server, binh, an.email);
  const params = { id: merge.id, row: '1' };
  const seen = (await member.previewMerge({ params })).data;
  expect([seen.files, seen.problems]).toEqual([[], ['no_file']]);
  const { data: checked } = await member.checkMerge({ params: { id: merge.id } });
  expect(checked).toMatchObject({ ready: 0, problems: [{ problem: 'no_file', total: 2 }] });
  const started = member.startMerge({ params: { id: merge.id }, body: { expected: true } });
  expect((await refusalOf(started)).code).toBe('merge_not_ready');

  // Of one that its owner has begun, they correct no row: it would be sent by the owner's right.
  await merges.start(merge);
  await merges.act(merge, 'pause');
  const cells = [{ column: 0, text: binh.email }];
  expect((await refusalOf(member.changeMergeRow({ params, body: { cells } }))).code).toBe('file_not_found');
  await merges.changeRow(merge, 1, { left_out: true });
});
