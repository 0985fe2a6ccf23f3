import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { purgePeople } from './purge-people.ts';

const DOMAIN = 'saomai.example';
let server: TestServer;
let owner: SignedInClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
});
afterAll(() => server.close());

let counter = 0;
const params = ({ mailbox }: NewPerson) => ({ params: { id: String(mailbox) } });

/** A group and a room whose rights name these addresses; a keeper has let them pass besides. */
async function named(...addresses: string[]) {
  counter += 1;
  const { data: group } = await owner.addGroup({
    params: { domain: DOMAIN },
    body: { local: `nhom-${counter}`, name: 'Nhóm', writers: 'named', named: addresses },
  });
  const { data: room } = await owner.addRoom({
    params: { domain: DOMAIN },
    body: { local: `phong-${counter}`, settings: { name: 'Phòng', bookers: 'named', named: addresses } },
  });
  await sql`
    insert into group_allowed (group_id, address)
    select id, unnest(${addresses}::text[]) from groups where address = ${group.email}`.execute(
    server.context.db,
  );
  const addressesIn = async (table: string, of: string, place: string) => {
    const { rows } = await sql<{ address: string }>`
      select n.address from ${sql.table(table)} n join ${sql.table(place)} p on p.id = n.${sql.ref(of)}
      where p.address in (${group.email}, ${room.email}) order by 1`.execute(server.context.db);
    return rows.map(({ address }) => address);
  };
  /** Whom they name now; the same for all three, or the test fails. */
  return async () => {
    const writers = await addressesIn('group_writers', 'group_id', 'groups');
    expect(await addressesIn('group_allowed', 'group_id', 'groups')).toEqual(writers);
    expect(await addressesIn('calendar_room_bookers', 'room_id', 'calendar_rooms')).toEqual(writers);
    return writers;
  };
}

test('GR-83 a right stays with the person who gives up the address that it names, and nobody has it next', async () => {
  const an = await newPerson(server);
  const next = await newPerson(server);
  const rights = await named(an.email);
  const email = `an-${counter}@${DOMAIN}`;
  await owner.renamePerson({ ...params(an), body: { email, drop_old: true } });
  await owner.addAlias({ ...params(next), body: { address: an.email } });
  expect(await rights()).toEqual([email]);

  await owner.removeAlias({ params: { id: String(next.mailbox), address: an.email } });
  expect(await rights()).toEqual([email]);
});

test('GR-83 a right of an alias and one of the main address become one', async () => {
  const an = await newPerson(server);
  const alias = `bi-danh-${counter}@${DOMAIN}`;
  await owner.addAlias({ ...params(an), body: { address: alias } });
  const rights = await named(alias, an.email);
  await owner.removeAlias({ params: { id: String(an.mailbox), address: alias } });
  expect(await rights()).toEqual([an.email]);
});

test('GR-83 who is deleted keeps it until the time of grace is over, and a group until it is deleted', async () => {
  const an = await newPerson(server);
  const { data: inner } = await owner.addGroup({
    params: { domain: DOMAIN },
    body: { local: 'nhom-trong', name: 'Trong', writers: 'anyone', named: [] },
  });
  const rights = await named(an.email, inner.email);
  await owner.deletePerson(params(an));
  expect(await rights()).toEqual([an.email, inner.email].sort());

  const now = Math.floor(server.clock.now() / 1000);
  await sql`update mailboxes set purge_at = ${now} where id = ${an.mailbox}`.execute(server.context.db);
  await purgePeople(server.context, new AbortController().signal);
  expect(await rights()).toEqual([inner.email]);

  await owner.deleteGroup({ params: { domain: DOMAIN, group: inner.email } });
  expect(await rights()).toEqual([]);
});
