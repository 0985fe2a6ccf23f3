import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAlias, listAliases, removeAlias } from '../../admin/alias.ts';
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

async function admin(command: typeof addAlias, ...args: string[]): Promise<string> {
  const said: string[] = [];
  const out = { isTTY: false, write: (text: string) => said.push(text) };
  await command.run({ context: server.context, args, out, err: out });
  return said.join('');
}

const alias = (number: number) => `bi-danh-${String(number).padStart(2, '0')}@saomai.example`;

test('SE-3 an administrator gives and takes aliases, and nobody gets what is taken', async () => {
  expect(await admin(addAlias, person.email, alias(1).toUpperCase())).toContain(alias(1));
  await expect(admin(addAlias, other.email, alias(1))).rejects.toThrow('is taken');
  await expect(admin(addAlias, person.email, 'a@khong-co.example')).rejects.toThrow('is not known');
  expect(await admin(listAliases, person.email)).toBe(`${alias(1)}\n`);
  await expect(admin(removeAlias, person.email)).rejects.toThrow('own address');
  await admin(removeAlias, alias(1));
  expect(await admin(listAliases, person.email)).toBe('');
  await expect(admin(removeAlias, alias(1))).rejects.toThrow('no alias');
});

test('SE-1 SE-2 AP-55 send-as addresses come ten to a page, the default first, and one is the default', async () => {
  for (let number = 1; number <= 11; number += 1) await admin(addAlias, person.email, alias(number));
  const first = await person.client.listSendAs({ query: {} });
  expect(first.data).toHaveLength(10);
  expect(first.data[0]).toMatchObject({ email: person.email, default: true });
  expect(first.meta.total).toBe(12);
  const second = await person.client.listSendAs({ query: { page: '2', per_page: '10' } });
  expect(second.data.map(({ email }) => email)).toEqual([alias(10), alias(11)]);

  const { data } = await person.client.setDefaultSender({ body: { email: alias(11) } });
  expect(data.filter((sender) => sender.default)).toEqual([data[0]]);
  expect(data[0]?.email).toBe(alias(11));
  const { data: draft } = await person.client.createDraft({ body: { action: 'new' } });
  expect(draft.from.email).toBe(alias(11));
});

test('SE-2 AP-54 each address names its user as it was told to, in what is sent from it too', async () => {
  const { data } = await person.client.saveSender({ body: { email: alias(2), name: ' Phòng Kế toán ' } });
  expect(data.find(({ email }) => email === alias(2))).toMatchObject({ name: 'Phòng Kế toán' });
  expect((await person.client.completeAddresses({ query: {} })).data).toEqual(data);
  const { data: draft } = await person.client.createDraft({ body: { action: 'new', from: alias(2) } });
  expect(draft.from).toMatchObject({ email: alias(2), name: 'Phòng Kế toán' });
  const unnamed = await person.client.saveSender({ body: { email: alias(2), name: '' } });
  expect(new Set(unnamed.data.map(({ name }) => name)).size).toBe(1);
});

test('SE-3 AP-54 AP-55 an address of somebody else is refused, and stays as it was', async () => {
  const refused = { status: 403, code: 'sender_not_allowed' };
  const before = (await other.client.completeAddresses({ query: {} })).data;
  await expect(
    person.client.saveSender({ body: { email: other.email, name: 'Giám đốc' } }),
  ).rejects.toMatchObject(refused);
  await expect(person.client.setDefaultSender({ body: { email: other.email } })).rejects.toMatchObject(
    refused,
  );
  expect((await other.client.completeAddresses({ query: {} })).data).toEqual(before);
  expect((await person.client.completeAddresses({ query: {} })).data[0]?.default).toBe(true);
});

test.each(['Lan\nBcc: x@y.vn', 'Lan\u202eAnh', 'x'.repeat(101)])(
  'SE-2 the name %j is refused',
  async (name) => {
    await expect(person.client.saveSender({ body: { email: person.email, name } })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
  },
);

test('SE-2 where the default address is taken away, the mailbox’s own is the default again', async () => {
  await person.client.setDefaultSender({ body: { email: alias(3) } });
  await admin(removeAlias, alias(3));
  const { data } = await person.client.completeAddresses({ query: {} });
  expect(data[0]).toMatchObject({ email: person.email, default: true });
});

test('SE-2 AP-54 an address has a signature of its own, and keeps its name when only that is chosen', async () => {
  const { data: signature } = await person.client.createSignature({ body: { name: 'Kế toán', html: 'K' } });
  const { data: foreign } = await other.client.createSignature({ body: { name: 'Khác', html: 'K' } });
  const email = alias(4);
  await person.client.saveSender({ body: { email, name: 'Kế toán' } });
  const chosen = async (choice: string | null) => {
    const { data } = await person.client.saveSender({ body: { email, signature: choice } });
    return data.find((sender) => sender.email === email);
  };
  expect(await chosen(signature.id)).toMatchObject({ signature: signature.id, name: 'Kế toán' });
  await expect(chosen(foreign.id)).rejects.toMatchObject({ status: 404, code: 'signature_not_found' });
  const before = (await person.client.completeAddresses({ query: {} })).data;
  expect(before.find((sender) => sender.email === email)?.signature).toBe(signature.id);
  await person.client.deleteSignature({ params: { id: signature.id } });
  const { data } = await person.client.completeAddresses({ query: {} });
  expect(data.find((sender) => sender.email === email)?.signature).toBeNull();
});
