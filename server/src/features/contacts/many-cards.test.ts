import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kyselyOf } from '../../platform/db/kysely-of.ts';
import { fillContacts } from '../../test-kit/fill-contacts.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import type { TestDb } from '../../test-kit/test-context.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const CARDS = 50_000;
/** Of somebody else, with the same names. */
const OTHERS = 20_000;
/** A page of fifty rows, each looked up by its key, and the range of the index. */
const FEW_PAGES = 260;
/** A thousand cards on the way, or all pages of the hits of a common word, which are sorted. */
const SEARCH_PAGES = 3_500;

let server: TestServer;
let person: NewPerson;
let book: string;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  // Thousands of cards take longer than a person would wait.
  const db = kyselyOf(server.context.background.db) as unknown as TestDb;
  book = await fillContacts(db, person.mailbox, CARDS);
  await fillContacts(db, (await newPerson(server)).mailbox, OTHERS);
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
});
afterAll(() => server.close());

async function wideStatements(most: number, act: () => Promise<unknown>): Promise<string[]> {
  watch.ranSince();
  await act();
  const ran = watch.ranSince();
  expect(ran.length).toBeGreaterThan(0);
  return ran
    .filter(({ pages }) => pages > most)
    .map(({ pages, text }) => `${pages} pages: ${text.replace(/\s+/g, ' ')}`);
}

const list = (query: Parameters<NewPerson['client']['listContacts']>[0]['query']) =>
  person.client.listContacts({ query });

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('of 50,000 cards, by %s', (mode) => {
  beforeAll(() => watch.plan(mode));

  test.each([
    {},
    { order: 'family' as const },
    { from: 'M' },
    { list: 'Khách hàng' },
    { list: 'Khách hàng', order: 'family' as const },
    { only: 'favorites' as const },
    { only: 'trash' as const },
  ])('CT-2 a page of %j looks at few pages', async (query) => {
    expect(await wideStatements(FEW_PAGES, () => list(query))).toEqual([]);
    expect(await wideStatements(FEW_PAGES, () => list({ ...query, book_id: book }))).toEqual([]);
  });

  test('CT-2 the next page looks at no more than the first', async () => {
    const { meta } = await list({ from: 'N' });
    const cursor = meta.next_cursor ?? '';
    expect(await wideStatements(FEW_PAGES, () => list({ cursor }))).toEqual([]);
  });

  test('CT-2 the letters are found by an index', async () => {
    const ask = () => person.client.listContactLetters({ query: {} });
    expect(await wideStatements(FEW_PAGES, ask)).toEqual([]);
    expect((await ask()).data.join('')).toBe('ABCDĐGHKLMN');
  });

  test.each(['n', 'nguyen', 'khach', 'khach4', 'khach49999', '0900049999', 'le hoa', 'nobody'])(
    'CT-3 a search for "%s" looks at few pages',
    async (search) => {
      expect(await wideStatements(SEARCH_PAGES, () => list({ search }))).toEqual([]);
    },
  );
});

test('CT-3 the rarest card is found, behind all others', async () => {
  expect((await list({ search: 'khach49999' })).data).toHaveLength(1);
  expect((await list({ search: '0900049998' })).data).toHaveLength(1);
});
