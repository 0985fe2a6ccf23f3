import { type Setting, settingsFromList } from '@bocau/contract/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let person: NewPerson;
let other: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  other = await newPerson(server);
});
afterAll(() => server.close());

const add = (by: NewPerson, name: string, html = '<p>Lan Anh</p>') =>
  by.client.createSignature({ body: { name, html } }).then(({ data }) => data);

async function choose(by: NewPerson, key: Setting['key'], value: string) {
  return settingsFromList((await by.client.saveSettings({ body: [{ key, value }] })).data);
}

test('ST-10 signatures are added, renamed, changed and removed, and each is sanitised', async () => {
  const made = await add(person, ' Bán hàng ', '<p onclick="x()">Lan</p><script>x()</script>');
  expect(made).toMatchObject({ name: 'Bán hàng', html: '<p>Lan</p>' });
  const params = { id: made.id };
  await person.client.updateSignature({ params, body: { name: 'Kế toán' } });
  const { data } = await person.client.updateSignature({ params, body: { html: '<p>Hà</p>' } });
  expect(data).toEqual({ ...params, name: 'Kế toán', html: '<p>Hà</p>' });
  expect((await person.client.listSignatures({})).data).toEqual([data]);
  await person.client.deleteSignature({ params });
  expect((await person.client.listSignatures({})).data).toEqual([]);
});

test('a signature of somebody else is not found, and can not be chosen', async () => {
  const { id } = await add(other, 'Giám đốc');
  const missing = { status: 404, code: 'signature_not_found' };
  const params = { id };
  await expect(person.client.updateSignature({ params, body: { html: 'x' } })).rejects.toMatchObject(missing);
  await expect(person.client.deleteSignature({ params })).rejects.toMatchObject(missing);
  await expect(choose(person, 'signature_for_new', id)).rejects.toMatchObject({
    status: 400,
    details: { key: 'signature_for_new' },
  });
  expect((await other.client.listSignatures({})).data).toMatchObject([{ id, html: '<p>Lan Anh</p>' }]);
});

test('ST-8 the choice of a signature that is removed goes back to the main one', async () => {
  const { id } = await add(person, 'Tạm');
  expect(await choose(person, 'signature_for_answers', id)).toMatchObject({ signature_for_answers: id });
  expect(await choose(person, 'signature_for_new', 'none')).toMatchObject({ signature_for_new: 'none' });
  await person.client.deleteSignature({ params: { id } });
  const { data } = await person.client.getSettings({});
  expect(settingsFromList(data)).toMatchObject({ signature_for_answers: 'main', signature_for_new: 'none' });
});

test.each([
  ['name', { name: ' ', html: '' }],
  ['name', { name: 'x'.repeat(61), html: '' }],
  ['name', { name: 'Lan\nAnh', html: '' }],
  ['html', { name: 'Dài', html: 'x'.repeat(10_001) }],
  ['html', { name: 'Dài', html: '&'.repeat(9_000) }],
])('ST-10 a signature whose %s is %j is refused', async (field, body) => {
  await expect(person.client.createSignature({ body })).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    details: { fields: [expect.objectContaining({ field })] },
  });
});

test('ten signatures are the most, the main one included', async () => {
  const many = await newPerson(server);
  for (let number = 2; number <= 10; number += 1) await add(many, `Chữ ký ${number}`);
  await expect(add(many, 'Chữ ký 11')).rejects.toMatchObject({
    status: 400,
    details: { fields: [{ field: 'name', rule: 'too_many', limit: 10 }] },
  });
});

test('AP-51 a client that knows one signature only goes on writing the main one', async () => {
  const writer = await newPerson(server);
  await add(writer, 'Thêm');
  expect(await choose(writer, 'signature', '<p>Lan</p>')).toMatchObject({
    signature: '<p>Lan</p>',
    signature_for_new: 'main',
  });
});
