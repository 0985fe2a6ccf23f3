import type { ContactFields } from '@bocau/contract/contacts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';

let server: TestServer;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  client = (await newPerson(server)).client;
});

const work = (value: string) => ({ label: 'work', value });
const add = async (fields: Partial<ContactFields>) => (await client.createContact({ body: { fields } })).data;
const names = async (only?: 'trash') =>
  (await client.listContacts({ query: only ? { only } : {} })).data.map(({ name }) => name);

test('CT-13 cards with the same address, number or name are proposed, each in one group', async () => {
  const byEmail = [
    await add({ full_name: 'Nguyễn Lan', emails: [work('lan@a.example')] }),
    await add({ full_name: 'Chị Lan', emails: [work('LAN@A.example')] }),
  ];
  const byPhone = [
    await add({ full_name: 'Bình', phones: [work('0912 345 678')] }),
    await add({ full_name: 'Anh Bình', phones: [work('+84912345678')] }),
  ];
  const byName = [
    await add({ full_name: 'Trần Chi' }),
    await add({ full_name: 'Trần Chi', title: 'Kế toán' }),
  ];
  await add({ full_name: 'Một mình' });
  const { data } = await client.listContactDuplicates({});
  expect(data.map(({ by, value, cards }) => [by, value, cards.map(({ id }) => id).toSorted()])).toEqual([
    ['email', 'lan@a.example', byEmail.map(({ id }) => id).toSorted()],
    ['phone', '+84912345678', byPhone.map(({ id }) => id).toSorted()],
    ['name', 'Trần Chi', byName.map(({ id }) => id).toSorted()],
  ]);
});

test('CT-13 a merge keeps all that the cards say, and is undone with every byte', async () => {
  const kept = await add({ full_name: 'Nguyễn Lan', emails: [work('lan@a.example')], lists: ['Khách'] });
  const other = await add({
    ...{ full_name: 'Chị Lan', title: 'Giám đốc', birthday: '1990-08-15', notes: 'Gọi buổi sáng' },
    emails: [work('lan@a.example'), { label: 'home', value: 'lan@b.example' }],
    lists: ['VIP'],
  });
  const body = { uid: crypto.randomUUID(), keep_id: kept.id, ids: [other.id] };
  const merged = (await client.mergeContacts({ body })).data;
  expect(merged.fields).toEqual({
    ...kept.fields,
    ...{
      title: 'Giám đốc',
      birthday: '1990-08-15',
      notes: 'Gọi buổi sáng\n\nChị Lan',
      lists: ['Khách', 'VIP'],
    },
    emails: [work('lan@a.example'), { label: 'home', value: 'lan@b.example' }],
  });
  expect([await names(), await names('trash')]).toEqual([['Nguyễn Lan'], ['Chị Lan']]);
  expect((await client.mergeContacts({ body })).data).toEqual(merged);

  await client.undoContactMerge({ body: { uid: body.uid } });
  expect(await names('trash')).toEqual([]);
  for (const card of [kept, other])
    expect((await client.getContact({ params: { id: card.id } })).data.fields).toEqual(card.fields);
});

test('CT-13 what differs where there is place for one value goes into the notes', async () => {
  const [kept, other, third] = [
    await add({ full_name: 'Lan', title: 'Giám đốc', birthday: '1990-08-15', notes: 'Quen ở Huế' }),
    await add({ full_name: 'LAN', title: 'Kế toán', birthday: '1990-08-15', lunar_birthday: true }),
    await add({ full_name: 'Lan', organisation: 'Minh Phát', birthday: '--09-02' }),
  ];
  const body = { uid: crypto.randomUUID(), keep_id: kept.id, ids: [other.id, third.id] };
  expect((await client.mergeContacts({ body })).data.fields).toMatchObject({
    ...{ title: 'Giám đốc', organisation: 'Minh Phát', birthday: '1990-08-15', lunar_birthday: false },
    notes: 'Quen ở Huế\n\nKế toán; 15/08/1990 ÂL\n\n02/09',
  });
});

test('CT-13 a merge is not undone over a later edit', async () => {
  const [kept, other] = [await add({ full_name: 'Lan' }), await add({ full_name: 'Lan' })];
  const uid = crypto.randomUUID();
  await client.mergeContacts({
    body: { uid, keep_id: kept.id, ids: [other.id], fields: { nickname: 'La' } },
  });
  await client.changeContact({ params: { id: kept.id }, body: { fields: { title: 'Giám đốc' } } });
  await expect(client.undoContactMerge({ body: { uid } })).rejects.toEqual(
    expect.objectContaining({ code: 'contact_changed' }),
  );
  expect((await client.getContact({ params: { id: kept.id } })).data.fields).toMatchObject({
    ...{ nickname: 'La', title: 'Giám đốc' },
  });
});
