import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let folder_id: string;
let label_id: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  folder_id = (await an.client.createFolder({ body: { name: 'Khách hàng' } })).data.id;
  label_id = (await an.client.createLabel({ body: { name: 'Khách', color: 'blue' } })).data.id;
});

const toFolder = () => ({ kind: 'folder' as const, folder_id });
const toLabel = () => ({ kind: 'label' as const, label_id });
const keep = async (
  from: string,
  to: ReturnType<typeof toFolder> | ReturnType<typeof toLabel>,
  kept = true,
) => (await an.client.keepSender({ body: { from, to, kept } })).data.changed;
const rules = async () =>
  (await an.client.listRules({})).data.map(({ sieve_json }) => JSON.parse(sieve_json));

test('PM-12 makes one filter for a place, to which further senders are added', async () => {
  expect(await keep('Khach@minhphat.example', toFolder())).toBe(true);
  expect(await keep('khach@minhphat.example', toFolder())).toBe(false);
  expect(await keep('binh@minhphat.example', toFolder())).toBe(true);
  expect(await keep('khach@minhphat.example', toLabel())).toBe(true);
  expect(await rules()).toMatchObject([
    {
      conditions: [{ type: 'from', value: 'khach@minhphat.example, binh@minhphat.example' }],
      actions: [{ type: 'fileinto', value: folder_id, enable: true }],
    },
    {
      conditions: [{ type: 'from', value: 'khach@minhphat.example' }],
      actions: [{ type: 'addlabel', value: label_id, enable: true }],
    },
  ]);
});

test('PM-12 undone, the sender leaves the filter, which goes with its last sender', async () => {
  await keep('khach@minhphat.example', toFolder());
  await keep('binh@minhphat.example', toFolder());
  expect(await keep('khach@minhphat.example', toFolder(), false)).toBe(true);
  expect(await rules()).toMatchObject([{ conditions: [{ value: 'binh@minhphat.example' }] }]);
  expect(await keep('khach@minhphat.example', toFolder(), false)).toBe(false);
  expect(await keep('binh@minhphat.example', toFolder(), false)).toBe(true);
  expect(await rules()).toEqual([]);
});

test('PM-12 leaves filters alone that say more, or are turned off', async () => {
  const action = { enable: true, type: 'fileinto', value: folder_id };
  const from = { type: 'from', comparator: 'contains', value: 'khach@minhphat.example' };
  const subject = { type: 'subject', comparator: 'contains', value: 'báo giá' };
  const add = (is_enable: boolean, definition: object) =>
    an.client.createRule({ body: { is_enable, sieve_json: JSON.stringify(definition) } });
  await add(false, { conditions: [from], actions: [action] });
  await add(true, { conditions: [from, subject], actions: [action] });
  await keep('khach@minhphat.example', toFolder());
  await keep('binh@minhphat.example', toFolder());
  const kept = await rules();
  expect(kept).toHaveLength(3);
  expect(kept[2].conditions[0].value).toBe('khach@minhphat.example, binh@minhphat.example');
});

test('PM-12 two devices that keep senders at once lose none', async () => {
  const senders = ['a', 'b', 'c', 'd'].map((name) => `${name}@minhphat.example`);
  await Promise.all(senders.map((sender) => keep(sender, toFolder())));
  const [rule, ...others] = await rules();
  expect(others).toEqual([]);
  expect(rule.conditions[0].value.split(', ').sort()).toEqual(senders);
});

test('PM-12 refuses what is no address, and places of others', async () => {
  expect(await refusalOf(keep('khach', toFolder()))).toMatchObject({ status: 400, code: 'invalid_input' });
  const binh = await newPerson(server);
  const theirs = (await binh.client.createFolder({ body: { name: 'Riêng' } })).data.id;
  const theirLabel = (await binh.client.createLabel({ body: { name: 'Riêng', color: 'red' } })).data.id;
  expect(
    await refusalOf(keep('khach@minhphat.example', { kind: 'folder', folder_id: theirs })),
  ).toMatchObject({ code: 'folder_not_found' });
  expect(
    await refusalOf(keep('khach@minhphat.example', { kind: 'label', label_id: theirLabel })),
  ).toMatchObject({ code: 'label_not_found' });
  expect(await rules()).toEqual([]);
});
