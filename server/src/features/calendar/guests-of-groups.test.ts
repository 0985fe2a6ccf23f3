import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { insertGroup, insertMembers } from '../groups/groups.store.ts';

const OUTSIDE = 'khach@minhphat.example';
const at = (clock: string) => ({ day: '2026-11-24', clock, zone: 'Asia/Ho_Chi_Minh' });

let server: TestServer;
let an: NewPerson;
let lan: NewPerson;
let minh: NewPerson;
let names = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, lan, minh] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

/** A group of people, addresses outside and groups. */
async function group(members: (NewPerson | string | { id: number; address: string })[]) {
  const { db } = server.context;
  const { domain_id } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', an.mailbox)
    .executeTakeFirstOrThrow();
  names += 1;
  const address = `nhom-${names}@saomai.example`;
  const row = { domain_id, address, name: 'Nhóm', writers: 'domain' as const, created_at: 1 };
  const id = await inTransaction(db, async (tx) => {
    const made = (await insertGroup(tx, row)) as number;
    const rows = members.map((one) => {
      if (typeof one === 'string') return { address: one, person_id: null, member_group_id: null };
      if ('id' in one) return { address: one.address, person_id: null, member_group_id: one.id };
      return { address: one.email, person_id: one.mailbox, member_group_id: null };
    });
    await insertMembers(tx, made, rows, 1);
    await tx.updateTable('groups').set({ seen_by: 'members' }).where('id', '=', made).execute();
    return made;
  });
  return { id, address };
}

async function asked(who: NewPerson, addresses: string[], more = {}): Promise<string[]> {
  const guests = addresses.map((email) => ({ name: '', email, ...more }));
  const fields = { title: 'Họp', start: at('09:00'), end: at('10:00'), guests };
  const { data } = await who.client.createEvent({ body: { fields } });
  return data.fields.guests.map(({ email, is_optional }) => (is_optional ? `(${email})` : email)).sort();
}

const sorted = (...emails: string[]) => emails.sort();

test('CL-220 who asks a group asks its members and those of groups in it, but not themselves, and nobody twice', async () => {
  const inner = await group([an, minh, OUTSIDE]);
  const outer = await group([an, lan, inner]);
  expect(await asked(an, [outer.address, lan.email])).toEqual(sorted(lan.email, minh.email, OUTSIDE));
  const optional = await asked(an, [outer.address], { is_optional: true });
  expect(optional).toEqual(sorted(`(${lan.email})`, `(${minh.email})`, `(${OUTSIDE})`));
});

test('CL-220 an edit asks the members of a group too', async () => {
  const { address } = await group([an, lan, minh]);
  const fields = { title: 'Họp', start: at('09:00'), end: at('10:00') };
  const { data } = await an.client.createEvent({ body: { fields } });
  const body = { scope: 'all' as const, fields: { guests: [{ name: '', email: address }] } };
  const edited = await an.client.changeEvent({ params: { id: data.id }, body });
  expect(edited.data.fields.guests.map(({ email }) => email).sort()).toEqual(sorted(lan.email, minh.email));
});

test('CL-220 a group whose members one may not all see stays one guest', async () => {
  const notMine = await group([lan, minh]);
  expect(await asked(an, [notMine.address])).toEqual([notMine.address]);
  const around = await group([an, notMine]);
  expect(await asked(an, [around.address])).toEqual([around.address]);
  const withHidden = await group([an, lan, minh]);
  await server.context.db
    .updateTable('mailboxes')
    .set({ hidden: true })
    .where('id', '=', minh.mailbox)
    .execute();
  expect(await asked(an, [withHidden.address])).toEqual([withHidden.address]);
});
