import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
});
afterAll(() => server.close());

async function add({ client }: NewPerson, full_name: string, email: string, book_id?: string) {
  const fields = { full_name, emails: [{ label: 'work', value: email }] };
  return (await client.createContact({ body: { fields, ...(book_id ? { book_id } : {}) } })).data;
}

async function suggested(search_text: string): Promise<string[]> {
  const { data } = await person.client.suggestRecipients({ query: { search_text } });
  return data.suggest_emails.map(({ name, email }) => `${name} <${email}>`);
}

test('CT-11 favourites come first, then those one writes with, then other cards', async () => {
  await add(person, 'Hoàng Văn Thảo', 'thao.kept@khach.example');
  const favorite = await add(person, 'Lê Thảo', 'thao.favorite@khach.example');
  await person.client.markContacts({ body: { ids: [favorite.id], favorite: true } });
  await person.client.addContacts({ body: [{ email: 'thao.written@khach.example', name: 'Thao' }] });
  expect(await suggested('thảo')).toEqual([
    'Lê Thảo <thao.favorite@khach.example>',
    'Thao <thao.written@khach.example>',
    'Hoàng Văn Thảo <thao.kept@khach.example>',
  ]);
  await person.client.trashContacts({ body: { ids: [favorite.id] } });
  expect(await suggested('thao')).not.toContain('Lê Thảo <thao.favorite@khach.example>');
});

test('CT-11 a card names its person, and each of its addresses is one to choose', async () => {
  await person.client.addContacts({ body: [{ email: 'quynh@luat.example', name: 'q' }] });
  const fields = {
    full_name: 'Hồ Như Quỳnh',
    emails: [
      { label: 'work', value: 'Quynh@Luat.example' },
      { label: 'home', value: 'nhuquynh@nha.example' },
    ],
  };
  await person.client.createContact({ body: { fields } });
  expect(await suggested('quynh')).toEqual([
    'Hồ Như Quỳnh <quynh@luat.example>',
    'Hồ Như Quỳnh <nhuquynh@nha.example>',
  ]);
});

test('CT-11 cards of a book that is shared are suggested, and no others of its owner', async () => {
  const owner = await newPerson(server);
  const { data: book } = await owner.client.createContactBook({ body: { name: 'Khách hàng' } });
  await add(owner, 'Đỗ Thanh Tùng', 'tung@minhphat.example', book.id);
  await add(owner, 'Đỗ Tùng Riêng', 'tung.rieng@minhphat.example');
  expect(await suggested('tung')).toEqual([]);
  const members = [{ address: person.email, permission: 'READ' as const }];
  await owner.client.setBookMembers({ params: { id: book.id }, body: { members } });
  expect(await suggested('tung')).toEqual(['Đỗ Thanh Tùng <tung@minhphat.example>']);
});

describe('a book that a colleague shares', () => {
  async function shareCards(cards: [name: string, email: string][]): Promise<void> {
    const owner = await newPerson(server);
    const { data: book } = await owner.client.createContactBook({ body: { name: 'Khách hàng' } });
    for (const [name, email] of cards) await add(owner, name, email, book.id);
    const members = [{ address: person.email, permission: 'READ' as const }];
    await owner.client.setBookMembers({ params: { id: book.id }, body: { members } });
  }

  test('CT-11 gives no other name to whom one knows, and comes after them', async () => {
    await add(person, 'Kim Own', 'kim.own@khach.example');
    await person.client.addContacts({ body: [{ email: 'kim.written@khach.example', name: 'Kim Written' }] });
    const addresses = ['kim.own@khach.example', 'kim.written@khach.example', 'kim.new@khach.example'];
    await shareCards(addresses.map((email) => ['Giám Đốc Giả', email]));
    expect(await suggested('kim')).toEqual([
      'Kim Written <kim.written@khach.example>',
      'Kim Own <kim.own@khach.example>',
      'Giám Đốc Giả <kim.new@khach.example>',
    ]);
    // Also where only the name on the shared card is searched.
    const named = await suggested('giam doc gia');
    expect(named.toSorted()).toEqual([
      'Giám Đốc Giả <kim.new@khach.example>',
      'Kim Own <kim.own@khach.example>',
      'Kim Written <kim.written@khach.example>',
    ]);
  });

  test('CT-11 CT-21 names nobody of the domain: the directory does, and those whom it hides have no name', async () => {
    const [colleague, hidden] = [await newPerson(server), await newPerson(server)];
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ hidden: true }).where('id', '=', hidden.mailbox).execute();
    const { name } = await db
      .selectFrom('mailboxes')
      .select('name')
      .where('id', '=', colleague.mailbox)
      .executeTakeFirstOrThrow();
    await shareCards([
      ['Kẻ Mạo Danh', colleague.email],
      ['Kẻ Mạo Danh', hidden.email],
    ]);
    expect((await suggested('ke mao danh')).toSorted()).toEqual(
      [`${name} <${colleague.email}>`, ` <${hidden.email}>`].toSorted(),
    );
    const find = async (email: string) => (await person.client.findContact({ query: { email } })).data;
    expect(await find(colleague.email)).toBeNull();
    await add(person, 'Bạn Tôi', colleague.email);
    expect((await find(colleague.email))?.name).toBe('Bạn Tôi');
  });
});

test('CT-31 one’s own lists are suggested by their words, and become the addresses of their cards', async () => {
  const lists = ['Gia đình'];
  const fields = (full_name: string, ...emails: string[]) => ({
    ...{ full_name, lists, emails: emails.map((value) => ({ label: '', value })) },
  });
  for (const card of [fields('Bà Tư'), fields('Chị Ba', 'ba@nha.example', 'ba@khac.example')])
    await person.client.createContact({ body: { fields: card } });
  await person.client.createContact({ body: { fields: fields('Anh Hai', 'hai@nha.example') } });
  const { data } = await person.client.suggestRecipients({ query: { search_text: 'gia di' } });
  expect(data.lists).toEqual([{ name: 'Gia đình', total: 3 }]);
  expect((await person.client.listRecipients({ query: { name: 'GIA ĐÌNH' } })).data).toEqual({
    recipients: [
      { name: 'Chị Ba', email: 'ba@nha.example' },
      { name: 'Anh Hai', email: 'hai@nha.example' },
    ],
    ...{ without: 1, beyond: 0 },
  });
  const stranger = await newPerson(server);
  const { data: seen } = await stranger.client.suggestRecipients({ query: { search_text: 'gia di' } });
  expect(seen.lists).toEqual([]);
  const { data: none } = await stranger.client.listRecipients({ query: { name: 'Gia đình' } });
  expect(none).toEqual({ recipients: [], without: 0, beyond: 0 });
});
