import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DERIVED_VERSIONS } from '../../mail/rebuild/derived-versions.ts';
import { findOutstanding, recordFirstVersions } from '../../mail/rebuild/rebuild.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import { fillDomain } from '../../test-kit/fill-domain.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const MEMBERS = 10_000;
const CORRESPONDENTS = 20_000;
const FEW_PAGES = 130;

const EMAIL = 'lan.anh@saomai.example';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn(EMAIL);
  const { db } = server.context;
  await fillDomain(db, 'saomai.example', MEMBERS);
  // One in a hundred is written to; later ones less often.
  await sql`
    insert into correspondents (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    select ${await server.mailboxId(EMAIL)}, email, name, replace(' ' || lower(name || ' khach ' || n), '  ', ' '),
      case when n % 100 = 0 then 1 + 50000 / n else 0 end, 1 + n % 7, 1700000000 - n
    from (select n, 'khach' || n || '@minhphat.example' as email,
      (array['Nguyen', 'Tran', 'Le', 'Pham', 'Do'])[1 + n % 5] || ' ' || n as name
      from generate_series(1, ${CORRESPONDENTS}::integer) as n) as made`.execute(db);
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
});
afterAll(() => server.close());

async function colleagues(text: string): Promise<string[]> {
  const { data } = await lanAnh.suggestRecipients({ query: { search_text: text } });
  return data.same_domain_emails.map(({ email }) => email);
}

async function correspondents(text: string): Promise<string[]> {
  const { data } = await lanAnh.suggestRecipients({ query: { search_text: text } });
  return data.suggest_emails.map(({ email }) => email);
}

async function wideStatements(act: () => Promise<unknown>): Promise<string[]> {
  watch.ranSince();
  await act();
  const ran = watch.ranSince();
  expect(ran.length).toBeGreaterThan(0);
  return ran
    .filter(({ pages }) => pages > FEW_PAGES)
    .map(({ pages, text }) => `${pages} pages: ${text.replace(/\s+/g, ' ')}`);
}

describe.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'in a domain of 10,000, by %s',
  (mode) => {
    beforeAll(() => watch.plan(mode));

    test.each(['', 'n', 'ng', 'nguyen', 'nguyễn văn', 'tran 7777', 'đức 40', 'thanh.vien99', 'nobody'])(
      'RC-7 suggestions for "%s" look at few pages',
      async (text) => {
        expect(await wideStatements(() => colleagues(text))).toEqual([]);
      },
    );

    test.each(['', 'k', 'khach', 'tran', 'tran 7777', 'nguyen 19', 'nobody'])(
      'RC-7 suggestions for "%s" look at few of 20,000 correspondents',
      async (text) => {
        expect(await wideStatements(() => correspondents(text))).toEqual([]);
      },
    );

    test('RC-6 checking addresses and asking who one is look at few pages', async () => {
      const emails = Array.from({ length: 20 }, (_, n) => `thanh.vien${n * 400}@saomai.example`);
      expect(await wideStatements(() => lanAnh.checkAddresses({ body: { emails } }))).toEqual([]);
      expect(await wideStatements(() => lanAnh.getUserInfo({}))).toEqual([]);
    });

    test('the mailbox to rebuild next is found at once', async () => {
      const { db } = server.context;
      const newer = { ...DERIVED_VERSIONS, snippets: DERIVED_VERSIONS.snippets + 1 };
      expect(await wideStatements(() => findOutstanding(db, newer))).toEqual([]);
      expect(await findOutstanding(db, newer)).toMatchObject({ what: 'snippets' });
    });

    test('where nothing is left to rebuild, that is found at once', async () => {
      const { db } = server.context;
      expect(await wideStatements(() => inTransaction(db, recordFirstVersions))).toEqual([]);
      expect(await wideStatements(() => findOutstanding(db, DERIVED_VERSIONS))).toEqual([]);
      expect(await findOutstanding(db, DERIVED_VERSIONS)).toBeUndefined();
    });
  },
);

test('RC-7 every colleague is found, also behind thousands of others', async () => {
  expect(await colleagues('thanh vien9999')).toEqual(['thanh.vien9999@saomai.example']);
  expect(await colleagues('le hoa 9997')).toEqual(['thanh.vien9997@saomai.example']);
});

test('RC-7 the best correspondents come first, and the rarest is found', async () => {
  expect((await correspondents('khach')).slice(0, 3)).toEqual([
    'khach100@minhphat.example',
    'khach200@minhphat.example',
    'khach300@minhphat.example',
  ]);
  expect(await correspondents('le khach 19997')).toEqual(['khach19997@minhphat.example']);
  expect(await correspondents('tran 19996')).toEqual(['khach19996@minhphat.example']);
});

test('RC-7 the words of a member are those that a typed text is compared by', async () => {
  const names = [
    'Phạm Đức',
    'ĐẶNG THỊ HỒNG-NHUNG',
    'Ðoàn Ưu',
    'Jürgen Weiß',
    'Ægir Øst Łódź',
    'Елена Жукова',
    '張偉 たなか',
    "O'Neil_junior",
    '',
  ];
  for (const name of names) {
    const { rows } = await sql<{ words: string[] }>`
      select tsvector_to_array(member_words(7, ${name}, 'a.b-c1@x.example')) as words`.execute(
      server.context.db,
    );
    const expected = new Set(foldedWords(`${name} a.b-c1@x.example`).map((word) => `7.${word}`));
    expect(new Set(rows[0]?.words)).toEqual(expected);
  }
});
