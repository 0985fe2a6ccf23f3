import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const CARDS = 50_000;
/** Of somebody else, with the same names. */
const OTHERS = 20_000;
const SURNAMES = ['Nguyen', 'Tran', 'Le', 'Pham', 'Do'];
const GIVEN = ['an', 'anh', 'binh', 'chi', 'd~uc', 'dung', 'giang', 'hoa', 'khanh', 'lan', 'minh', 'ngoc'];
/** A page of fifty rows, each looked up by its key, and the range of the index. */
const FEW_PAGES = 260;
/** A thousand cards on the way, or ten thousand hits that are sorted. */
const SEARCH_PAGES = 2_500;

let server: TestServer;
let person: NewPerson;
let book: string;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  book = await addCards(person, CARDS);
  await addCards(await newPerson(server), OTHERS);
  await sql`vacuum analyze`.execute(server.context.db);
  watch = await watchPlans(server);
});
afterAll(() => server.close());

async function addCards({ client, mailbox }: NewPerson, count: number): Promise<string> {
  const { data } = await client.createContact({ body: { fields: { full_name: 'Ông Đầu Tiên' } } });
  const { db } = server.context;
  await sql`
    with made as (
      select n, md5(n || 'card')::uuid as id, (${GIVEN}::text[])[1 + n % ${GIVEN.length}::integer] as given,
        (${SURNAMES}::text[])[1 + n / 7 % ${SURNAMES.length}::integer] as family
      from generate_series(1, ${count}::integer) as n
    ), sources as (
      insert into contact_sources (mailbox_id, card_id, source) select ${mailbox}, id, 'BEGIN:VCARD' from made
    ), members as (
      insert into contact_list_members (mailbox_id, list_key, card_id, given_key, family_key)
      select ${mailbox}, 'khách hàng', id, given || ' ' || lower(family) || n, lower(family) || ' ' || given || n
      from made where n % 2 = 0
    )
    insert into contact_cards (mailbox_id, id, book_id, uid, name, etag, seq, derived_version, kind, full_name,
      given_key, family_key, organisation, title, email, phone, words, has_photo, favorite, created_at, changed_at)
    select ${mailbox}, id, ${data.book_id}::uuid, id::text, id || '.vcf', '', 1, 1, 'individual', family || ' ' || given,
      given || ' ' || lower(family) || n, lower(family) || ' ' || given || n, 'Công ty ' || n, '', '', '',
      ' ' || given || ' ' || lower(family) || ' khach' || n || ' 09' || lpad(n::text, 8, '0'),
      false, n % 3 = 0, 0, 0
    from made`.execute(db);
  return data.book_id;
}

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
    expect((await ask()).data.join('')).toBe('ABCDĐGHKLMNT');
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
