import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Prng, prng } from '../../demo-world/prng.ts';
import { catchUpFolder, type FolderReplica, readWhole } from '../../test-kit/mail-program.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { createActor } from '../../test-kit/random-acts.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { markInFolder } from '../messages/mark-in-folder.ts';
import { changeMailbox } from './change-mailbox.ts';
import { recount } from './recount.ts';

const ROUNDS = 14;
const ACTS_A_ROUND = 6;
const MANY = 5;
const SEED = 'mưa';
const KEYWORDS = ['$Forwarded', '$Junk', 'Việc'];

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function readFolders(mailbox: number): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('folders')
    .select('id')
    .where('mailbox_id', '=', mailbox)
    .where('role', 'is distinct from', 'Starred')
    .orderBy('path')
    .execute();
  return rows.map(({ id }) => id);
}

/** What a mail program does to some of what it has seen, which may have gone or changed since. */
async function actAsProgram(random: Prng, mailbox: number, seen: FolderReplica[]): Promise<void> {
  const replica = random.pick(seen);
  const messageIds = [...replica.messages.values()]
    .filter(() => random.chance(0.3))
    .map(({ message_id }) => message_id);
  const unchangedSince = random.chance(0.3) ? replica.modseq : undefined;
  await changeMailbox(server.context, mailbox, (change) =>
    markInFolder(change, {
      ...{ folderId: replica.folderId, messageIds, unchangedSince },
      marks: random.chance(0.5) ? { unread: random.chance(0.5) } : { answered: true },
      deleted: random.chance(0.5) ? random.chance(0.5) : undefined,
      keywords: random.chance(0.5) ? { add: [random.pick(KEYWORDS)] } : { remove: [random.pick(KEYWORDS)] },
    }),
  );
}

test(`after acts of two people and a mail program at once, what changed since any number is told exactly (seed ${SEED})`, async () => {
  const { client, mailbox } = await newPerson(server);
  const random = prng(`${SEED} looks`);
  const actors = ['a', 'b'].map((name) =>
    createActor({ server, client, mailbox, random: prng(`${SEED} ${name}`), name }),
  );
  const seen: FolderReplica[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const acting = actors.map(async (actor) => {
      for (let count = 0; count < ACTS_A_ROUND; count += 1) await actor.act();
    });
    if (seen.length > 0) acting.push(actAsProgram(random, mailbox, seen));
    await Promise.all(acting);
    const looked = await Promise.all(
      (await readFolders(mailbox)).map((id) => readWhole(server, mailbox, id)),
    );
    const present = new Map(looked.map((folder) => [folder?.folderId, folder]));
    // Of every folder as it was at any time before; one that is gone is nothing.
    for (const earlier of seen) {
      const pageSize = random.pick([2, 5, 100]);
      const caughtUp = await catchUpFolder(server, mailbox, earlier, pageSize);
      expect(caughtUp, `seed ${SEED}, round ${round}`).toEqual(present.get(earlier.folderId));
    }
    for (const folder of looked)
      if (folder && (random.chance(0.2) || folder.messages.size > MANY)) seen.push(folder);
  }
  expect(await recount(server.context.db, mailbox)).toEqual([]);
  expect(seen.some(({ messages }) => messages.size > MANY)).toBe(true);
});
