import type { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Prng, prng } from '../../demo-world/prng.ts';
import { pruneJournal } from '../../mail/mailbox/prune-journal.ts';
import { matchTimeline, watchTimeline } from '../../match-timeline.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { kyselyOf } from '../../platform/db/kysely-of.ts';
import { applyChangeSet, fetchSnapshot, type Replica } from '../../test-kit/apply-change-set.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { readChanges } from './read-changes.ts';

type Client = Awaited<ReturnType<TestServer['signIn']>>;

const DAY_MS = 24 * 3600 * 1000;

let server: TestServer;
let lanAnh: Client;
let mailbox: number;

beforeEach(async () => {
  server = await startTestServer();
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
});
afterEach(() => server.close());

async function presentSeq(): Promise<number> {
  return (await lanAnh.getChanges({ query: {} })).data.seq;
}

async function changesSince(seq: number) {
  return (await lanAnh.getChanges({ query: { since: String(seq) } })).data;
}

async function folderId(name: string): Promise<string> {
  return (await lanAnh.getFolderByName({ query: { name } })).data.id;
}

async function threadOf(message: string): Promise<string> {
  return (await lanAnh.getMessage({ params: { id: message }, query: {} })).data.thread_id;
}

describe('what changed since a number', () => {
  test('NT-3 new mail is told for the inbox only, and only while it lies there', async () => {
    const since = await presentSeq();
    const stays = await fileMail(server.context, mailbox, { subject: 'Đơn hàng mới' });
    await fileMail(server.context, mailbox, { subject: 'Trúng thưởng', folder: 'Junk' });
    const moves = await fileMail(server.context, mailbox, { subject: 'Hóa đơn tháng 11' });
    await lanAnh.deleteThreads({
      body: { ids: [await threadOf(moves)], folder_id: await folderId('INBOX') },
    });
    const { new_mail } = await changesSince(since);
    expect(new_mail).toEqual([{ thread_id: await threadOf(stays), message_id: stays }]);
  });

  test('unread mail filed into own folders is told apart from the inbox, and what a person moves there is not', async () => {
    const { data: own } = await lanAnh.createFolder({ body: { name: 'Hóa đơn điện tử' } });
    const since = await presentSeq();
    const filed = await fileMail(server.context, mailbox, { subject: 'Hóa đơn 11', folder: own.id });
    await fileMail(server.context, mailbox, { subject: 'Đã đọc', folder: own.id, unread: false });
    await fileMail(server.context, mailbox, { subject: 'Trúng thưởng', folder: 'Junk' });
    const { new_mail, new_elsewhere } = await changesSince(since);
    expect(new_mail).toEqual([]);
    expect(new_elsewhere).toEqual([
      { thread_id: await threadOf(filed), message_id: filed, folder_id: own.id },
    ]);

    const old = await fileMail(server.context, mailbox, { subject: 'Hợp đồng' });
    const before = await presentSeq();
    await lanAnh.moveThreads({
      body: [
        {
          thread_ids: [await threadOf(old)],
          from_folder_id: await folderId('INBOX'),
          to_folder_id: own.id,
        },
      ],
    });
    expect((await changesSince(before)).new_elsewhere).toBeUndefined();
  });

  test('a thread comes with its row in every list, Starred by its name, and without rows once it is gone', async () => {
    const thread = await threadOf(await fileMail(server.context, mailbox, { subject: 'Biên bản họp' }));
    const since = await presentSeq();
    await lanAnh.starThread({ params: { id: thread }, body: { starred: true } });
    const inbox = await folderId('INBOX');
    const starred = await changesSince(since);
    expect(starred.threads.map(({ id, rows }) => [id, rows.map(({ list }) => list).sort()])).toEqual([
      [thread, [inbox, 'Starred'].sort()],
    ]);
    expect(starred.starred).toEqual({ total_threads: 1, unread_threads: 1 });
    expect(starred.folders).toEqual([]);
    const listed = await lanAnh.listThreads({ query: { in: 'INBOX' } });
    expect(starred.threads[0]?.rows.find(({ list }) => list === inbox)?.thread).toEqual(listed.data[0]);

    await lanAnh.deleteThreads({ body: { ids: [thread] } });
    await lanAnh.deleteThreads({ body: { ids: [thread], folder_id: await folderId('Trash') } });
    expect((await changesSince(since)).threads).toEqual([{ id: thread, rows: [] }]);
  });

  test('threads that a late message links are told as merged', async () => {
    const older = await threadOf(
      await fileMail(server.context, mailbox, { subject: 'Kho lạnh', messageId: 'k1@x' }),
    );
    // Ids begin with the time they were made at.
    await server.clock.advance(1000);
    const younger = await threadOf(
      await fileMail(server.context, mailbox, { subject: 'Re: Kho lạnh', messageId: 'k3@x' }),
    );
    const since = await presentSeq();
    await fileMail(server.context, mailbox, {
      subject: 'Re: Kho lạnh',
      messageId: 'k2@x',
      references: ['k1@x', 'k3@x'],
    });
    const { merged, threads } = await changesSince(since);
    expect(merged).toEqual([{ id: younger, into: older }]);
    expect(threads.find(({ id }) => id === younger)?.rows).toEqual([]);
    expect(threads.find(({ id }) => id === older)?.rows[0]?.thread.message_count).toBe(3);
  });

  test('the present number comes without changes, and so does asking from it', async () => {
    await fileMail(server.context, mailbox, {});
    const now = (await lanAnh.getChanges({ query: {} })).data;
    expect(now).toMatchObject({ threads: [], folders: [], new_mail: [] });
    expect(await changesSince(now.seq)).toEqual(now);
  });

  test('a reading that is bounded answers the bound, and leaves later entries to the next one', async () => {
    const since = await presentSeq();
    await fileMail(server.context, mailbox, { subject: 'Một' });
    const until = await presentSeq();
    const second = await fileMail(server.context, mailbox, { subject: 'Hai' });
    const first = await readChanges(server.context.db, mailbox, since, until);
    expect(first).toMatchObject({ seq: until, new_mail: [expect.anything()] });
    expect((await changesSince(until)).new_mail.map((mail) => mail.message_id)).toEqual([second]);
  });
});

describe('numbers that are too old', () => {
  const tooOld = expect.objectContaining({ status: 410, code: 'changes_too_old' }) as ApiError;

  test('a number that the journal has not reached is refused, as after a restored copy', async () => {
    await expect(changesSince((await presentSeq()) + 1)).rejects.toEqual(tooOld);
  });

  test('all of them are after a failover, which may have lost changes and gives their numbers out again', async () => {
    const { db, log } = server.context;
    const seen = await presentSeq();
    await lanAnh.createDriveFolder({ body: { name: 'Hợp đồng', parent_id: null } });
    const drive = (await lanAnh.getDriveChanges({ query: {} })).data.seq;
    await sql`comment on table installation is '00000000'`.execute(kyselyOf(db));
    await matchTimeline(db, log);
    // By now the new primary has passed the numbers that the old one issued.
    await fileMail(server.context, mailbox, {});
    await expect(changesSince(seen)).rejects.toEqual(tooOld);
    await expect(lanAnh.getDriveChanges({ query: { since: String(drive) } })).rejects.toEqual(tooOld);
    const since = await presentSeq();
    const arrived = await fileMail(server.context, mailbox, {});
    await matchTimeline(db, log);
    expect((await changesSince(since)).new_mail.map((mail) => mail.message_id)).toEqual([arrived]);

    // A poll that reached the old primary is repeated within a minute.
    const clock = createTestClock();
    const watch = watchTimeline({ db, clock, log });
    await sql`comment on table installation is '00000000'`.execute(kyselyOf(db));
    await clock.advance(60_000);
    await watch.close();
    await expect(changesSince(since)).rejects.toEqual(tooOld);
  });

  test('more different changes than one answer holds are refused, the same many times over are not', async () => {
    const since = await presentSeq();
    const thread = await threadOf(await fileMail(server.context, mailbox, {}));
    const { db } = server.context;
    await sql`
      insert into changes (mailbox_id, seq, kind, entity, at)
      select ${mailbox}, n + 100, 'thread', ${thread}, 0 from generate_series(1, ${LIMITS.changesPerAnswer * 2}) n`.execute(
      db,
    );
    await sql`update mailbox_state set seq = 10000 where mailbox_id = ${mailbox}`.execute(db);
    expect((await changesSince(since)).threads.map(({ id }) => id)).toEqual([thread]);
    await sql`
      insert into changes (mailbox_id, seq, kind, entity, at)
      select ${mailbox}, 9000, 'thread', gen_random_uuid(), 0
      from generate_series(1, ${LIMITS.changesPerAnswer})`.execute(db);
    await expect(changesSince(since)).rejects.toEqual(tooOld);
    expect((await changesSince(9000)).threads).toEqual([]);
  });

  test('entries older than a week are thrown away, and who needs them is told so', async () => {
    const since = await presentSeq();
    await fileMail(server.context, mailbox, { subject: 'Tuần trước' });
    const afterOld = await presentSeq();
    server.clock.set(server.clock.now() + 8 * DAY_MS);
    const fresh = await fileMail(server.context, mailbox, { subject: 'Hôm nay' });
    const { db } = server.context;
    expect(await pruneJournal(db, unixSeconds(server.clock))).toBeGreaterThan(0);
    expect(await pruneJournal(db, unixSeconds(server.clock))).toBe(0);
    await expect(changesSince(since)).rejects.toEqual(tooOld);
    expect((await changesSince(afterOld)).new_mail.map((mail) => mail.message_id)).toEqual([fresh]);
  });

  test('throwing away goes through many entries of many mailboxes in batches', async () => {
    const { db } = server.context;
    const other = await server.mailboxId('ha.pham@saomai.example');
    await sql`
      insert into changes (mailbox_id, seq, kind, entity, at)
      select m, n, 'thread', gen_random_uuid(), n
      from generate_series(1, 6000) n, unnest(${[mailbox, other]}::bigint[]) m`.execute(db);
    await sql`update mailbox_state set seq = 6000`.execute(db);
    const weekAfter = 7 * 24 * 3600 + 5501;
    expect(await pruneJournal(db, weekAfter)).toBe(2 * 5500);
    const { rows } = await sql<{ mailbox_id: number; forgotten_seq: number }>`
      select mailbox_id, forgotten_seq from mailbox_state where forgotten_seq > 0 order by mailbox_id`.execute(
      db,
    );
    expect(rows).toEqual(
      [mailbox, other].sort((a, b) => a - b).map((id) => ({ mailbox_id: id, forgotten_seq: 5500 })),
    );
  });
});

describe('changes laid over what was known', () => {
  test.each(['chim', 'thư', 'gió'])(
    'any acts since any moment give the present state (seed %s)',
    async (seed) => {
      const random = prng(seed);
      for (const name of ['Khách', 'Kho', 'Thuế']) await lanAnh.createFolder({ body: { name } });
      await lanAnh.createFolder({ body: { name: 'Hà Nội', display_name: 'Kho/Hà Nội' } });
      const start = await fetchSnapshot(lanAnh);
      const kept: Replica[] = [start];
      let followed = start;
      for (let round = 0; round < 12; round += 1) {
        for (let act = 0; act < 6; act += 1) await actAtRandom(random);
        followed = applyChangeSet(followed, await changesSince(followed.seq));
        const present = await fetchSnapshot(lanAnh);
        expect(followed).toEqual(present);
        if (random.chance(0.3)) kept.push(present);
      }
      const present = await fetchSnapshot(lanAnh);
      expect(present.seq).toBeGreaterThan(start.seq);
      for (const replica of kept)
        expect(applyChangeSet(replica, await changesSince(replica.seq))).toEqual(present);
    },
  );

  async function actAtRandom(random: Prng): Promise<void> {
    const { data: tree } = await lanAnh.listFolders({});
    const own = tree.filter((folder) => !folder.system);
    const lists = [...tree, ...own.flatMap((folder) => folder.children)];
    const list = random.pick(lists);
    const { data: rows } = await lanAnh.listThreads({ query: { in: list.display_name } });
    const ids = rows.filter(() => random.chance(0.4)).map((row) => row.id);
    const place = random.chance(0.5)
      ? 'INBOX'
      : random.pick(['Junk', 'Trash', 'Sent', ...own.map(({ id }) => id)]);
    const acts: (() => Promise<unknown>)[] = [
      () => deliver(random, place),
      () => deliver(random, 'INBOX'),
      async () => {
        const target = random.pick(
          lists.filter(({ name }) => name === 'INBOX' || own.some((o) => o.name === name)),
        );
        const move = { thread_ids: ids, from_folder_id: list.id, to_folder_id: target.id };
        if (ids.length > 0) await lanAnh.moveThreads({ body: [move] });
      },
      async () => {
        if (ids.length > 0) await lanAnh.deleteThreads({ body: { ids, folder_id: list.id } });
      },
      async () => {
        if (ids.length > 0) await lanAnh.restoreThreads({ body: { ids } });
      },
      async () => {
        const body = { ids, folder_id: list.id, unread: random.chance(0.5) };
        if (ids.length > 0) await lanAnh.markThreads({ body });
      },
      async () => {
        for (const id of ids)
          await lanAnh.starThread({ params: { id }, body: { starred: random.chance(0.7) } });
      },
      () => lanAnh.createFolder({ body: { name: `Mục ${random.int(1, 1_000_000)}` } }),
      async () => {
        const name = `Tên ${random.int(1, 1_000_000)}`;
        await lanAnh.updateFolder({ params: { id: random.pick(own).id }, body: { name } });
      },
      async () => {
        const goes = random.pick(own);
        const stays = own.find((folder) => folder !== goes);
        const to = random.chance(0.5) && stays ? { to_folder_id: stays.id } : {};
        if (own.length > 2) await lanAnh.forceDeleteFolder({ body: { folder_id: goes.id, ...to } });
      },
    ];
    await random.pick(acts)();
  }

  /** A few subjects and ids, so that threads grow, and occasionally merge. */
  async function deliver(random: Prng, folder: string): Promise<void> {
    const topic = random.int(1, 3);
    const id = () => `t${topic}-${random.int(1, 12)}@x.example`;
    await fileMails(
      server.context,
      mailbox,
      Array.from({ length: random.int(1, 3) }, () => ({
        folder,
        subject: `Re: Chủ đề ${topic}`,
        messageId: id(),
        references: random.chance(0.4) ? [id(), id()] : [],
        unread: random.chance(0.7),
        receivedAt: unixSeconds(server.clock) - random.int(0, 100_000),
      })),
    );
  }
});
