import type { ApiClient } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { applyChangeSet, fetchSnapshot, type Replica } from '../../test-kit/apply-change-set.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { createActor, undoSend } from '../../test-kit/random-acts.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { recount } from './recount.ts';

const ACTS = 300;
const SEEDS = ['nắng', 'gió'];
/** Those whose lists show single messages. */
const SINGLE_SEEDS = ['nắng'];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Lying = { id: string; thread_id: string; folder_id: string };

/** With `single` the mailbox's lists show single messages, and acts are on those. */
async function begin(seed: string, single = false) {
  const { client, mailbox } = await newPerson(server);
  if (single) await client.saveSettings({ body: [{ key: 'conversation_view', value: false }] });
  const actor = (name: string) =>
    createActor({ server, client, mailbox, random: prng(`${seed} ${name}`), name, single });
  return { client, mailbox, actor, random: prng(`${seed} looks`) };
}

/** Fails with the seed and what was done last. */
async function expectCounted(mailbox: number, seed: string, told: string[]): Promise<void> {
  const differences = await recount(server.context.db, mailbox);
  const shown = differences.length > 0 ? told.slice(-10) : [];
  expect({ seed, differences, acts: shown }).toEqual({ seed, differences: [], acts: [] });
}

async function catchUp(client: ApiClient, replica: Replica): Promise<Replica> {
  const { data } = await client.getChanges({ query: { since: String(replica.seq) } });
  return applyChangeSet(replica, data);
}

describe('after random acts', () => {
  // One walk for both: what the tables count, and what a client has that was told the changes only.
  test.each(SEEDS)(
    'FO-13 LB-5 LB-6 OR-18 TL-19 all is as a recount has it, and as changes laid over a snapshot give it (seed %s)',
    async (seed) => {
      const { actor, client, mailbox, random } = await begin(seed, SINGLE_SEEDS.includes(seed));
      const one = actor('a');
      const told: string[] = [];
      let replica = await fetchSnapshot(client);
      for (let count = 1; count <= ACTS; count += 1) {
        told.push(await one.act());
        if (count % 10 === 0) await expectCounted(mailbox, seed, told);
        if (!random.chance(0.1)) continue;
        const present = await fetchSnapshot(client);
        replica = await catchUp(client, replica);
        expect(replica, `seed ${seed}, after ${told.slice(-10).join('\n')}`).toEqual(present);
        if (random.chance(0.2)) replica = present;
      }
      expect(replica.seq).toBeGreaterThan(ACTS / 2);
      // The acts were such that something could go wrong.
      expect(told.filter((act) => act.startsWith('refused')).length).toBeLessThan(ACTS / 3);
      const { rows } = await sql`select from merged_threads where mailbox_id = ${mailbox}`.execute(
        server.context.db,
      );
      expect(rows.length).toBeGreaterThan(3);
    },
  );

  test.each(SEEDS)('OR-5 every move is taken back exactly by what it answered (seed %s)', async (seed) => {
    const { actor, client, mailbox, random } = await begin(seed);
    const one = actor('a');
    for (let count = 0; count < ACTS / 3; count += 1) await one.act();
    const foldersOf = async () =>
      (
        await sql<Lying>`select id, thread_id, folder_id from messages where mailbox_id = ${mailbox}
        order by message_id_header, id`.execute(server.context.db)
      ).rows;
    const { data: tree } = await client.listFolders({});
    const inbox = tree[0]?.id as string;
    let moved = 0;
    for (let count = 0; count < ACTS / 5; count += 1) {
      const before = await foldersOf();
      const { thread_id, folder_id } = random.pick(before);
      const ids = [thread_id, random.pick(before).thread_id];
      const removes = tree.some(({ id, name }) => id === folder_id && (name === 'Trash' || name === 'Junk'));
      const { data } = await random.pick([
        () =>
          client.moveThreads({ body: [{ thread_ids: ids, from_folder_id: folder_id, to_folder_id: inbox }] }),
        () => client.deleteThreads({ body: removes ? { ids } : { ids, folder_id } }),
        () => client.restoreThreads({ body: { ids } }),
        () => client.unspamThreads({ body: { ids } }),
      ])();
      moved += data.moved.length;
      await undoSend(client, data.moved);
      expect(await foldersOf(), `seed ${seed}`).toEqual(before);
    }
    expect(moved).toBeGreaterThan(20);
    await expectCounted(mailbox, seed, []);
  });

  test.each(SEEDS)('of several people at once all is in step in the end (seed %s)', async (seed) => {
    const { actor, client, mailbox } = await begin(seed);
    const before = await fetchSnapshot(client);
    const told: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const one = actor(name);
        for (let count = 0; count < ACTS / 3; count += 1) told.push(`${name}: ${await one.act()}`);
      }),
    );
    await expectCounted(mailbox, seed, told);
    expect(await catchUp(client, before)).toEqual(await fetchSnapshot(client));
  });
});
