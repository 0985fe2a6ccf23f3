import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let chi: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

const work = () => runJobsUntilIdle(server.context);

async function upload(draft: Message, table: string | Buffer, name = 'khach.csv'): Promise<Merge> {
  const form = new FormData();
  form.set('draft_id', draft.id);
  form.set('file', new File([typeof table === 'string' ? table : new Uint8Array(table)], name));
  return (await an.client.uploadMergeTable({ form })).data;
}

const TEXT = {
  subject: 'Báo giá cho {công ty}',
  body: '<p>Chào {Tên}, tổng là {Số tiền}.</p>',
} satisfies DraftInput;

function write(given: DraftInput = {}): Promise<Message> {
  return writeDraft(an, [], { ...TEXT, ...given });
}

/** Two customers, of whom one has an ampersand. */
function table(): string {
  return `Email,Tên,Công ty,Số tiền\n${binh.email},Bình,Minh Phát,1.200.000\n${chi.email},Chi,A & B <Ltd>,350.000\n`;
}

async function begin(merge: Merge, given: { empty_fields?: 'send' | 'skip' } = {}): Promise<Merge> {
  return (await an.client.startMerge({ params: { id: merge.id }, body: { expected: true, ...given } })).data;
}

async function show({ id }: Merge) {
  return (await an.client.getMerge({ params: { id } })).data;
}

async function rowsOf({ id }: Merge, query: object = {}) {
  return (await an.client.listMergeRows({ params: { id }, query })).data;
}

async function check({ id }: Merge) {
  return (await an.client.checkMerge({ params: { id } })).data;
}

const act = ({ id }: Merge, which: 'pause' | 'resume' | 'stop') =>
  an.client.controlMerge({ params: { id }, body: { act: which } });

it('MM-1 is made of a draft and a CSV file, whose columns are guessed', async () => {
  const merge = await upload(await write(), table());
  expect(merge).toMatchObject({
    state: 'preparing',
    source: 'csv',
    source_name: 'khach.csv',
    subject: 'Báo giá cho {công ty}',
    address_column: 0,
    name_column: 1,
    file_column: null,
    columns: [
      { heading: 'Email', field: 'Email', sample: binh.email },
      { heading: 'Tên', field: 'Tên', sample: 'Bình' },
      { heading: 'Công ty', field: 'Công ty', sample: 'Minh Phát' },
      { heading: 'Số tiền', field: 'Số tiền', sample: '1.200.000' },
    ],
    counts: { rows: 2, waiting: 2 },
  });
});

it('MM-7 MM-8 MM-13 sends each row a message of its own, and says so in the report', async () => {
  const merge = await upload(await write(), table());
  expect((await check(merge)).ready).toBe(2);
  expect(await begin(merge)).toMatchObject({ state: 'running' });
  await work();
  const [toBinh] = await mailIn(binh, 'INBOX');
  const [toChi] = await mailIn(chi, 'INBOX');
  expect(toBinh).toMatchObject({ subject: 'Báo giá cho Minh Phát', to: [{ name: 'Bình', email: binh.email }] });
  expect(toBinh?.body).toContain('<p>Chào Bình, tổng là 1.200.000.</p>');
  expect(toChi).toMatchObject({ subject: 'Báo giá cho A & B <Ltd>', to: [{ name: 'Chi', email: chi.email }] });
  const sent = await mailIn(an, 'Sent');
  expect(new Set(sent.map((one) => one.message_id_header)).size).toBe(2);
  expect(await show(merge)).toMatchObject({ state: 'done', counts: { rows: 2, sent: 2, waiting: 0 } });
  const rows = await rowsOf(merge);
  expect(rows.map(({ state, email }) => [state, email])).toEqual([
    ['sent', binh.email],
    ['sent', chi.email],
  ]);
  await begin(merge);
  await work();
  expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});
