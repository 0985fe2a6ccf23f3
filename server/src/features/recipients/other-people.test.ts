import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { comparedForm } from '../../mail/people/compared-form.ts';
import { addCounts } from '../../mail/people/people.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const MANY = 50_000;
/** Five hundred are looked at, each with an address of a card and one's own; a search sorts more of them. */
const MOST_PAGES = 6_000;
const NOW = 1_795_140_000;

let server: TestServer;
let person: NewPerson;
let busy: NewPerson;
let watch: PlanWatch;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  busy = await newPerson(server);
  await know(person, [
    ['ha@minhphat.example', 'Phạm Thu Hà', 9, 3],
    ['khoa@anphu.example', 'Đỗ Khoa', 4, 0],
    ['bao@minhphat.example', 'Trần Bảo', 1, 1],
    ['tin@bantin.example', 'Bản tin', 0, 200],
    [person.email, 'Tôi', 50, 50],
  ]);
  // Every fourth is written to, and half of these have cards.
  const { db } = server.context;
  await inTransaction(db, async (tx) => {
    // So many rows at once take as long as the machine needs.
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
    insert into correspondents (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    select ${busy.mailbox}, 'khach' || n || '@minhphat.example', 'Khách ' || n, ' khach ' || n,
      case when n % 4 = 0 then 1 + ${MANY}::integer / n else 0 end, 1 + n % 7, ${NOW}::bigint - n
    from generate_series(1, ${MANY}::integer) as n`.execute(tx);
    await sql`
    insert into contact_points (mailbox_id, card_id, kind, position, value)
    select ${busy.mailbox}, gen_random_uuid(), 'email', 0, 'khach' || n || '@minhphat.example'
    from generate_series(8, ${MANY}::integer, 8) as n`.execute(tx);
  });
  await sql`vacuum analyze`.execute(db);
  watch = await watchPlans(server);
}, 120_000);
afterAll(() => server.close());

async function know({ mailbox }: NewPerson, people: [string, string, number, number][]): Promise<void> {
  const rows = people.map(([email, name, sent, received]) => ({
    ...{ email, name, sent, received, last_at: NOW },
    folded: comparedForm({ name, email }),
  }));
  await inTransaction(server.context.db, (tx) => addCounts(tx, mailbox, rows));
}

const others = async (query: { search?: string; limit?: string; cursor?: string } = {}, by = person) =>
  by.client.listOtherPeople({ query });
const emails = async (query = {}) => (await others(query)).data.map(({ email }) => email);

describe('CT-24 other people', () => {
  test('are those who were written to, the most frequent first, without oneself', async () => {
    const { data, meta } = await others();
    expect(data).toEqual([
      { email: 'ha@minhphat.example', name: 'Phạm Thu Hà', sent: 9, received: 3, last_at: NOW },
      { email: 'khoa@anphu.example', name: 'Đỗ Khoa', sent: 4, received: 0, last_at: NOW },
      { email: 'bao@minhphat.example', name: 'Trần Bảo', sent: 1, received: 1, last_at: NOW },
    ]);
    expect(meta.next_cursor).toBeNull();
    expect((await others({ limit: '1' })).meta.next_cursor).not.toBeNull();
    expect(await emails({ search: 'minhphat' })).toEqual(['ha@minhphat.example', 'bao@minhphat.example']);
    expect(await emails({ search: '—' })).toEqual([]);
    await expect(others({ cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('are no longer among them once they have a card, and again when it is in the trash', async () => {
    const fields = { full_name: 'Đỗ Khoa', emails: [{ label: 'work', value: 'Khoa@AnPhu.example' }] };
    const { data: card } = await person.client.createContact({ body: { fields } });
    expect(await emails()).toEqual(['ha@minhphat.example', 'bao@minhphat.example']);
    expect(await emails({ search: 'khoa' })).toEqual([]);
    await person.client.trashContacts({ body: { ids: [card.id] } });
    expect(await emails({ search: 'khoa' })).toEqual(['khoa@anphu.example']);
  });

  test('are suggested no longer when they are removed, which can be undone', async () => {
    const email = 'ha@minhphat.example';
    const suggested = async () =>
      (await person.client.suggestRecipients({ query: { search_text: 'ha' } })).data.suggest_emails;
    await person.client.forgetOtherPerson({ body: { email: 'HA@minhphat.example' } });
    expect(await emails()).not.toContain(email);
    expect(await suggested()).toEqual([]);
    await person.client.forgetOtherPerson({ body: { email, forgotten: false } });
    expect((await emails())[0]).toBe(email);
    expect(await suggested()).toHaveLength(1);
    await expect(
      person.client.forgetOtherPerson({ body: { email: 'la@nobody.example' } }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('of 50,000, by %s', (mode) => {
  beforeAll(() => watch.plan(mode));

  async function wideStatements(act: () => Promise<unknown>): Promise<string[]> {
    watch.ranSince();
    await act();
    return watch
      .ranSince()
      .filter(({ pages }) => pages > MOST_PAGES)
      .map(({ pages, text }) => `${pages} pages: ${text.replace(/\s+/g, ' ')}`);
  }

  test('CT-24 each page and each search looks at few pages', async () => {
    const { meta } = await others({ limit: '100' }, busy);
    const cursor = meta.next_cursor ?? '';
    expect(await wideStatements(() => others({ limit: '100' }, busy))).toEqual([]);
    expect(await wideStatements(() => others({ limit: '100', cursor }, busy))).toEqual([]);
    for (const search of ['khach', 'khach 49996', 'nobody']) {
      expect(await wideStatements(() => others({ search }, busy))).toEqual([]);
    }
  });
});

test('CT-24 from page to page everyone is there once', async () => {
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await others({ limit: '100', ...(cursor !== undefined && { cursor }) }, busy);
    found.push(...data.map(({ email }) => email));
    if (meta.next_cursor === null) break;
    cursor = meta.next_cursor;
  }
  expect(found).toHaveLength(MANY / 8);
  expect(new Set(found).size).toBe(found.length);
  expect(found).not.toContain('khach8@minhphat.example');
});
