import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDomain } from '../../admin/set-domain.ts';
import { showDomain } from '../../admin/show-domain.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';
import { createDomain } from './create-people.ts';

const DOMAIN = 'cho.example';
const params = { domain: DOMAIN };

let server: TestServer;
let owner: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  owner = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
});
afterAll(() => server.close());

async function run(command: typeof setDomain, ...args: string[]): Promise<string> {
  let said = '';
  const out = { write: (text: string) => (said += text) };
  await command.run({ context: server.context, args, out, err: out } as never);
  return said;
}

const add = (name: string) =>
  owner.client.createAnyPerson({ body: { email: `${name}@${DOMAIN}`, fullname: name, quota: 100 } });
const addList = (...names: string[]) =>
  owner.client.importPeople({
    body: { csv: ['email,name', ...names.map((name) => `${name}@${DOMAIN},${name}`)].join('\n') },
  });
const seated = async () => {
  const [listed] = (await owner.client.listDomains({ query: {} })).data;
  return listed && { seats: listed.seats, seated: listed.seated, people: listed.people };
};

test('AU-5 nobody gets a person beyond the seats of a domain: not by name, not by list, and not by bringing one back', async () => {
  expect(await seated()).toEqual({ seats: null, seated: 1, people: 1 });
  await run(setDomain, DOMAIN, 'seats=3');
  expect(await run(showDomain, DOMAIN)).toContain('seats=3\n');
  const first = (await add('mot')).data.person;
  expect(await refusalOf(addList('hai', 'ba'))).toMatchObject({
    code: 'domain_seats_exceeded',
    details: { domain: DOMAIN, seats: 3, left: 1 },
  });
  expect(await seated()).toEqual({ seats: 3, seated: 2, people: 2 });
  const both = await Promise.allSettled([add('hai'), add('ba')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await refusalOf(add('bon'))).code).toBe('domain_seats_exceeded');

  await owner.client.deleteAnyPerson({ params: { id: first.id } });
  expect(await seated()).toEqual({ seats: 3, seated: 2, people: 3 });
  expect((await addList('bon')).data).toMatchObject({ added: 1, stopped: null });
  const back = { params: { id: first.id } };
  expect((await refusalOf(owner.client.undeleteAnyPerson(back))).code).toBe('domain_seats_exceeded');
  await run(setDomain, DOMAIN, 'seats=none');
  await owner.client.undeleteAnyPerson(back);
  expect(await seated()).toEqual({ seats: null, seated: 4, people: 4 });
});

test('AU-5 only a provider sets the seats of a domain; fewer than there are people leave them as they are', async () => {
  const few = { params, body: { seats: 2 } };
  expect((await refusalOf(owner.client.changeDomain(few))).code).toBe('forbidden');
  const { db } = server.context;
  const provider = await newPerson(server);
  await db.updateTable('mailboxes').set({ provider: true }).where('id', '=', provider.mailbox).execute();
  await db
    .updateTable('sessions')
    .set({ method: 'password_and_code' })
    .where('mailbox_id', '=', provider.mailbox)
    .execute();
  server.clock.pass(60_000);
  expect((await provider.client.changeDomain(few)).data).toMatchObject({ seats: 2, seated: 4 });
  const [changed] = (await owner.client.listAudit({ query: { act: 'domain_changed' } })).data;
  expect(changed).toMatchObject({ actor: provider.email, before: 'seats=none', after: 'seats=2' });
  const more = provider.client.createAnyPerson({ body: { email: `nam@${DOMAIN}`, fullname: 'Năm' } });
  expect((await refusalOf(more)).code).toBe('domain_seats_exceeded');
  expect((await refusalOf(provider.client.changeDomain({ params, body: { seats: 0 } }))).code).toBe(
    'invalid_input',
  );
  await expect(run(setDomain, DOMAIN, 'seats=0')).rejects.toThrow('seats is a number from 1 to 1000000');
  await provider.client.changeDomain({ params, body: { seats: null } });
  expect(await seated()).toMatchObject({ seats: null });
});
