import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILES_A_SEGMENT } from '../../drive/texts/texts.store.ts';
import { fillDriveFolder } from '../../test-kit/fill-drive.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

/** The cost limit of a page is the same for a folder ten times as large. */
const FILES = 10_000;

let server: TestServer;
let person: NewPerson;
let plans: PlanWatch;
let big: string;

beforeAll(async () => {
  server = await startTestServer();
  const other = await newPerson(server);
  await fillDriveFolder(server.context.db, other.mailbox, FILES);
  person = await newPerson(server);
  big = await fillDriveFolder(server.context.db, person.mailbox, FILES);
  for (const { mailbox } of [other, person]) await fillTexts(mailbox);
  await sql`analyze drive_entries, drive_words, drive_texts`.execute(server.context.db);
  plans = await watchPlans(server);
});
afterAll(() => server.close());

/** Each file contains a common word, and its number. */
async function fillTexts(mailbox: number): Promise<void> {
  const segment = sql`to_hex(${mailbox}::bigint) || '.' || to_hex(e.size / ${FILES_A_SEGMENT}::bigint) || '.'`;
  await sql`
    insert into drive_texts (mailbox_id, entry_id, version_id, place, words)
    select mailbox_id, id, version_id, size, array_to_tsvector(array[${segment} || 'chung/', ${segment} || 's' || size || '/'])
    from drive_entries e where mailbox_id = ${mailbox} and not is_folder`.execute(server.context.db);
}

/** The maximum number of 8 KB pages that any statement of a call read. */
async function mostPages(call: () => Promise<unknown>): Promise<number> {
  plans.ranSince();
  await call();
  return Math.max(...plans.ranSince().map(({ pages }) => pages));
}

test.each(['name', 'size', 'last_modified', 'created_at'] as const)(
  'any page of a large folder by %s looks at as little, forwards and backwards',
  async (sort) => {
    for (const descending of ['true', 'false'] as const) {
      let cursor: string | null = null;
      for (let page = 0; page < 3; page += 1) {
        const query = { folder_id: big, sort, descending, ...(cursor === null ? {} : { cursor }) };
        const pages = await mostPages(async () => {
          cursor = (await person.client.listDriveFiles({ query })).meta.next_cursor;
        });
        expect(pages).toBeLessThan(400);
      }
    }
  },
);

test('AP-77 names are found without looking through the drive', async () => {
  const search = (display_name: string) => person.client.searchDrive({ query: { display_name } });
  for (const text of ['bao gia', '9999', 'bao 777', 'ba 1']) {
    expect(await mostPages(() => search(text))).toBeLessThan(4_000);
  }
});

test('AP-77 words of texts are found without looking through the drive', async () => {
  for (const text of ['chung', 's777', 'chung s777', 'chu', 'không đâu']) {
    const query = { display_name: text, limit: '50' };
    expect(await mostPages(() => person.client.searchDrive({ query })), text).toBeLessThan(8_000);
  }
});

test('the newest files of the drive are an index range', async () => {
  const newest = () => person.client.listDriveFiles({ query: { sort: 'created_at' } });
  expect(await mostPages(newest)).toBeLessThan(400);
});

test('a folder moves by one row, whatever lies below', async () => {
  const { data } = await person.client.createDriveFolder({ body: { name: 'nơi khác' } });
  const move = () => person.client.moveDriveFiles({ body: { ids: [big], parent_id: data.id } });
  expect(await mostPages(move)).toBeLessThan(200);
});
