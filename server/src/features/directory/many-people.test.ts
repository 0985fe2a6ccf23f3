import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { davClient } from '../../test-kit/dav-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';
import { createDomain } from '../people/create-people.ts';
import { fillDirectory } from './directory.jobs.ts';

const PEOPLE = 10_000;
/** Of another domain, with the same names. */
const OTHERS = 5_000;
const SURNAMES = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đỗ'];
const NAMES = ['Văn Đức', 'Thị Hoà', 'Quốc Bảo', 'Ngọc Ánh'];
/** A page of fifty rows, each with its mailbox, picture and manager, and the range of the index. */
const FEW_PAGES = 450;
/** What an owner is shown of fifty people has more tables. */
const OWNERS_PAGES = 700;
/** All entries of the domain are found, and sorted by their keys. */
const SEARCH_PAGES = 1_300;

/** All people of the domain once, each with mailbox and picture, if need be one by one. */
const STATE_PAGES = 8_500;

let server: TestServer;
let person: NewPerson;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.context;
  for (const [domain, count] of [
    ['lon.example', PEOPLE],
    ['khac.example', OTHERS],
  ] as const) {
    await createDomain(server.context, domain, true);
    await sql`
      insert into mailboxes (domain_id, email, name, kind, quota_mb, hidden, created_at)
      select d.id, 'thanh.vien' || n || '@' || ${domain},
        (${SURNAMES}::text[])[1 + n % ${SURNAMES.length}::integer] || ' '
          || (${NAMES}::text[])[1 + n % ${NAMES.length}::integer] || ' ' || n,
        'member', 1000, n % 100 = 0, 0
      from domains d cross join generate_series(1, ${count}::integer) as n where d.name = ${domain}`.execute(
      db,
    );
  }
  person = await newPerson(server, { domain: 'lon.example', kind: 'owner' });
  await fillDirectory(db, new AbortController().signal);
  await sql`
    update directory_entries set manager_mailbox_id = ${person.mailbox}, title = 'Nhân viên', phone = '0912345678',
      department = 'Ban ' || mailbox_id % 40,
      words = words || array_to_tsvector(array[
        domain_id || '+nhan', domain_id || '+vien', domain_id || '+0912345' || lpad((mailbox_id % 1000)::text, 3, '0')])
    where listed`.execute(db);
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
}, 300_000);
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

const list = (query: Parameters<NewPerson['client']['listDirectory']>[0]['query']) =>
  person.client.listDirectory({ query });

describe.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'in a domain of 10,000, by %s',
  (mode) => {
    beforeAll(() => watch.plan(mode));

    test('CT-20 each page of the directory looks at few pages', async () => {
      expect(await wideStatements(FEW_PAGES, () => list({}))).toEqual([]);
      const { meta } = await list({});
      const cursor = meta.next_cursor ?? '';
      expect(await wideStatements(FEW_PAGES, () => list({ cursor }))).toEqual([]);
    });

    test.each(['n', 'nguyen', 'đức', 'lon', 'nhân viên', 'thanh vien9999', '0912345', 'tran 7777', 'nobody'])(
      'CT-20 a search for "%s" looks at few pages',
      async (search) => {
        expect(await wideStatements(SEARCH_PAGES, () => list({ search }))).toEqual([]);
      },
    );

    test('CT-20 a page of a department, its letters and the departments look at few pages', async () => {
      const department = 'Ban 7';
      expect(await wideStatements(FEW_PAGES, () => list({ department }))).toEqual([]);
      expect(await wideStatements(FEW_PAGES, () => list({ department, from: 'H' }))).toEqual([]);
      for (const query of [{}, { department }]) {
        const letters = () => person.client.listDirectoryLetters({ query });
        expect(await wideStatements(FEW_PAGES, letters)).toEqual([]);
      }
      const departments = () => person.client.listDirectoryDepartments({});
      expect(await wideStatements(FEW_PAGES, departments)).toEqual([]);
    });

    test('CT-20 one person is found at once', async () => {
      const find = (email: string) => person.client.getDirectoryPerson({ query: { email } });
      expect(await wideStatements(60, () => find(person.email))).toEqual([]);
    });

    test('CD-8 a device is told of all of them in parts, and whether anything has changed', async () => {
      const { password } = (
        await person.client.createAppPassword({ body: { name: 'iPhone', scopes: ['dav'] } })
      ).data;
      const dav = davClient(server.baseUrl, { name: person.email, password });
      const book = `/dav/addressbooks/${person.email}/directory/`;
      const sync = (token: string, data: string) =>
        dav.ask('REPORT', book, {
          body: `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><prop><getetag/>${data}</prop></sync-collection>`,
        });
      let token = '';
      const first = async () => {
        const { byHref, token: last = '' } = await sync(
          '',
          '<address-data xmlns="urn:ietf:params:xml:ns:carddav"/>',
        );
        expect(byHref.size).toBe(PEOPLE - PEOPLE / 100 + 1);
        token = last;
      };
      expect(await wideStatements(STATE_PAGES, first)).toEqual([]);
      const again = async () => {
        expect((await sync(token, '')).byHref.size).toBe(0);
      };
      expect(await wideStatements(STATE_PAGES, again)).toEqual([]);
    });

    test('AU-5 a page of the people for their owner looks at few pages', async () => {
      expect(await wideStatements(OWNERS_PAGES, () => person.client.listAllPeople({ query: {} }))).toEqual(
        [],
      );
    });
  },
);

test('CT-20 everyone is in the directory once, by given name', async () => {
  const names: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await list({ limit: '200', ...(cursor !== undefined && { cursor }) });
    names.push(...data.map(({ email }) => email));
    if (meta.next_cursor === null) break;
    cursor = meta.next_cursor;
  }
  expect(names).toHaveLength(PEOPLE - PEOPLE / 100 + 1);
  expect(new Set(names).size).toBe(names.length);
  expect((await list({ search: 'thanh.vien9999' })).data.map(({ email }) => email)).toEqual([
    'thanh.vien9999@lon.example',
  ]);
});
