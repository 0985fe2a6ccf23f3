import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { noteBackup } from '../backup/last-backup.store.ts';
import { createDomain } from '../people/create-people.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const MB = 1024 * 1024;

async function fill(mailbox: number, megabytes: number): Promise<void> {
  const { db } = server.context;
  await db
    .updateTable('mailbox_state')
    .set({ used_bytes: megabytes * MB })
    .where('mailbox_id', '=', mailbox)
    .execute();
}

test('AU-5 says whose receiving is suspended, and since when, as long as it is', async () => {
  const [longer, shorter] = [await newPerson(server), await newPerson(server)];
  const owner = await server.signIn(lanAnh.email);
  const suspend = (who: typeof longer, receiving: boolean) =>
    owner.setSuspension({ params: { id: String(who.mailbox) }, body: { receiving } });
  const since = Math.floor(server.clock.now() / 1000);
  await suspend(longer, true);
  server.clock.pass(60_000);
  await suspend(shorter, true);
  const { not_receiving } = (await owner.showToday({})).data;
  expect(not_receiving.count).toBe(2);
  expect(not_receiving.people.map(({ email }) => email)).toEqual([longer.email, shorter.email]);
  expect(not_receiving.people[0]).toMatchObject({ id: String(longer.mailbox), since });
  for (const who of [longer, shorter]) await suspend(who, false);
  expect((await owner.showToday({})).data.not_receiving).toEqual({ count: 0, people: [] });
});

test('AU-5 says which mailboxes are nearly full: to an owner of their domain, to a provider of all', async () => {
  await createDomain(server.context, 'khac.example', true);
  const [full, fuller, room, elsewhere] = [
    await newPerson(server),
    await newPerson(server),
    await newPerson(server),
    await newPerson(server, { domain: 'khac.example' }),
  ];
  await fill(full.mailbox, 900);
  await fill(fuller.mailbox, 1_000);
  await fill(room.mailbox, 899);
  await fill(elsewhere.mailbox, 950);
  const owner = await server.signIn(lanAnh.email);
  const { data } = await owner.showToday({});
  expect(data.full.count).toBe(2);
  expect(data.full.people.map(({ email }) => email)).toEqual([fuller.email, full.email]);
  const none = { count: 0, names: [] };
  expect(data).toMatchObject({ without_owner: none, suspended: none, installation: null });
  await expect(room.client.showToday({})).rejects.toMatchObject({ code: 'forbidden' });

  const { db } = server.context;
  await db.updateTable('mailboxes').set({ provider: true }).where('id', '=', room.mailbox).execute();
  await db
    .updateTable('sessions')
    .set({ method: 'password_and_code' })
    .where('mailbox_id', '=', room.mailbox)
    .execute();
  await db
    .updateTable('domains')
    .set({ suspended_at: 1, active: false })
    .where('name', '=', 'khac.example')
    .execute();
  server.clock.pass(60_000);
  const all = (await room.client.showToday({})).data;
  expect(all.full.people.map(({ email }) => email)).toEqual([fuller.email, elsewhere.email, full.email]);
  const khac = { count: 1, names: ['khac.example'] };
  expect(all).toMatchObject({ without_owner: khac, suspended: khac });
  // Suspended users administer nothing.
  const owners = db
    .updateTable('mailboxes')
    .where('kind', '=', 'owner')
    .where('email', 'like', '%@saomai.example');
  await owners.set({ active: false }).execute();
  expect((await room.client.showToday({})).data.without_owner).toEqual({
    count: 2,
    names: ['khac.example', 'saomai.example'],
  });
  await owners.set({ active: true }).execute();
  const more = ['b1', 'b2', 'b3', 'b4', 'b5'].map((name) => `${name}.example`);
  for (const domain of more) {
    await createDomain(server.context, domain, true);
    await newPerson(server, { domain });
  }
  const inMore = db.updateTable('domains').where('name', 'in', more);
  await inMore.set({ suspended_at: 2, active: false }).execute();
  expect((await room.client.showToday({})).data).toMatchObject({
    without_owner: { count: 6, names: more },
    suspended: { count: 6, names: more },
  });
  expect(all.installation).toEqual({ backup: null, certificate: null });
  await inTransaction(db, (tx) => noteBackup(tx, { name: 'b', at: 1_700_000_000, dir: '/b', lost: 2 }));
  // Scans all mailboxes, at most every few minutes.
  await fill(elsewhere.mailbox, 100);
  const fullest = async () => (await room.client.showToday({})).data.full.people.map(({ email }) => email);
  expect(await fullest()).toContain(elsewhere.email);
  server.clock.pass(300_000);
  expect(await fullest()).not.toContain(elsewhere.email);
  expect((await room.client.showToday({})).data.installation?.backup).toMatchObject({
    at: 1_700_000_000,
    lost: 2,
    damaged: 0,
  });
});
