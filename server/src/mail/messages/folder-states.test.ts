import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { skipChanges, statementsOf } from '../../kernel/skip-changes.store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { catchUpFolder, type FolderReplica, readWhole } from '../../test-kit/mail-program.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { pruneJournal } from '../mailbox/prune-journal.ts';
import { recount } from '../mailbox/recount.ts';
import { rebuildMailbox } from '../rebuild/rebuild-mailbox.ts';
import { readFolderMessages, readUids } from './folder-states.store.ts';
import { type MarksGiven, markInFolder } from './mark-in-folder.ts';
import { changesOfFolder, newestOfFolder, openFolder, stateOfFolders } from './open-folder.ts';

const DAY = 24 * 3600;

let server: TestServer;
let an: NewPerson;
let inbox: string;
let archive: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  inbox = await folderCalled('INBOX');
  archive = await folderCalled('Archive');
});

async function folderCalled(name: string): Promise<string> {
  const { data } = await an.client.listFolders({});
  return data.find((folder) => folder.name === name)?.id as string;
}

async function receive(count: number): Promise<string[]> {
  const now = Math.floor(server.clock.now() / 1000);
  const mails = Array.from({ length: count }, (_, number) => ({
    subject: `Thư ${number}`,
    receivedAt: now - count + number,
  }));
  return fileMails(server.context, an.mailbox, mails);
}

async function read(folderId: string): Promise<FolderReplica> {
  return (await readWhole(server, an.mailbox, folderId)) as FolderReplica;
}

async function uidsIn(folderId: string): Promise<number[]> {
  return [...(await read(folderId)).messages.keys()];
}

async function changesSince(replica: FolderReplica) {
  const { folderId, modseq } = replica;
  const found = await changesOfFolder(server.context, an.mailbox, folderId, { modseq }, 100);
  return found?.changes.map(({ uid, message }) => [uid, message && flagsOf(message)]);
}

const flagsOf = (message: object) =>
  Object.entries(message)
    .filter(([, value]) => value === true)
    .map(([name]) => name);

function mark(given: Omit<MarksGiven, 'folderId'>) {
  return changeMailbox(server.context, an.mailbox, (change) =>
    markInFolder(change, { folderId: inbox, ...given }),
  );
}

async function move(message_ids: string[], from_folder_id: string, to_folder_id: string): Promise<void> {
  await an.client.moveMessages({ body: { message_ids, from_folder_id, to_folder_id } });
}

/** As an older release does it, which knows nothing of states. */
async function writeBeside(...statements: string[]): Promise<void> {
  await inTransaction(server.context.db, async (tx) => {
    for (const statement of statements)
      await sql.raw(statement.replaceAll('$mailbox', `${an.mailbox}`)).execute(tx);
    await sql`
      with journalled as (
        insert into changes (mailbox_id, seq, kind, entity, at)
        select ${an.mailbox}, s.seq + 1, 'thread', t.id, 1 from threads t
        join mailbox_state s on s.mailbox_id = t.mailbox_id where t.mailbox_id = ${an.mailbox}
      )
      update mailbox_state set seq = seq + 1 where mailbox_id = ${an.mailbox}`.execute(tx);
  });
}

describe('a folder', () => {
  test('that is empty is opened by mail programs, and what comes afterwards is new to them', async () => {
    const state = await openFolder(server.context, an.mailbox, inbox);
    expect(state).toMatchObject({ messages: 0, uid_next: 1, first_unseen_uid: null, size: 0 });
    const before = await read(inbox);
    await receive(1);
    expect(await changesSince(before)).toEqual([[1, ['unread']]]);
    expect(await openFolder(server.context, an.mailbox, 'nowhere')).toBeUndefined();
    const starred = await folderCalled('Starred');
    expect(await openFolder(server.context, an.mailbox, starred)).toBeUndefined();
  });

  test('gives uids in the order of arrival, and tells marks, moves and removals by them', async () => {
    const ids = await receive(4);
    const before = await read(inbox);
    expect([...before.messages.keys()]).toEqual([1, 2, 3, 4]);
    const { data } = await an.client.getMessage({ params: { id: ids[1] as string }, query: {} });
    await an.client.starThread({ params: { id: data.thread_id }, body: { starred: true } });
    await move([ids[2] as string], inbox, archive);
    expect(await changesSince(before)).toEqual([
      [2, ['unread', 'starred']],
      [3, null],
    ]);
    await move([ids[2] as string], archive, inbox);
    expect(await uidsIn(inbox)).toEqual([1, 2, 4, 5]);
    expect(await readUids(server.context.db, an.mailbox, [ids[2] as string])).toEqual([
      { message_id: ids[2], folder_id: inbox, uid: 5 },
    ]);
  });

  test('tells messages within ranges of uids, at most so many', async () => {
    await receive(9);
    const within = async (limit: number) => {
      const ranges = [
        { from: 2, to: 3 },
        { from: 5, to: 7 },
        { from: 9, to: 4_294_967_295 },
      ];
      const found = await readFolderMessages(server.context.db, an.mailbox, inbox, ranges, limit);
      return found.map(({ uid }) => uid);
    };
    expect(await within(100)).toEqual([2, 3, 5, 6, 7, 9]);
    expect(await within(3)).toEqual([2, 3, 5]);
  });

  test('tells its newest messages with sizes, without those that are marked as deleted', async () => {
    const newest = (limit: number) => newestOfFolder(server.context, an.mailbox, inbox, limit);
    expect(await newest(2)).toMatchObject({ sizes: [] });
    const ids = await receive(4);
    await mark({ messageIds: [ids[3] as string], deleted: true, marks: {} });
    const { messages } = await read(inbox);
    const { ids: bytes, sizes } = await newest(2);
    expect(bytes.toString('hex')).toBe([ids[1], ids[2]].join('').replaceAll('-', ''));
    expect(sizes).toEqual([2, 3].map((uid) => messages.get(uid)?.size));
    expect((await newest(10)).sizes).toHaveLength(3);
  });

  test('tells many changes in pages, each once', async () => {
    const before = await read(inbox);
    await receive(10);
    expect(await catchUpFolder(server, an.mailbox, before, 3)).toEqual(await read(inbox));
  });

  test('of the same name as one before is another to mail programs', async () => {
    const make = async () => {
      const { data } = await an.client.createFolder({ body: { name: 'Dự án' } });
      return { id: data.id, ...(await openFolder(server.context, an.mailbox, data.id)) };
    };
    const first = await make();
    await an.client.deleteFolder({ params: { id: first.id } });
    const second = await make();
    expect(second.uid_validity).toBeGreaterThan(first.uid_validity as number);
  });

  test('says what mail programs ask of many at once', async () => {
    const ids = await receive(3);
    await move([ids[0] as string], inbox, archive);
    await mark({ messageIds: [ids[1] as string], marks: { unread: false }, deleted: true });
    const states = await stateOfFolders(server.context, an.mailbox, [inbox, archive, an.email]);
    expect(new Map(states.map(({ folder_id, ...state }) => [folder_id, state]))).toMatchObject(
      new Map([
        [inbox, { messages: 2, unseen: 1, deleted: 1, uid_next: 4, first_unseen_uid: 3 }],
        [archive, { messages: 1, unseen: 1, deleted: 0, uid_next: 2 }],
      ]),
    );
    expect(states[0]?.highest_modseq).not.toBe(states[1]?.highest_modseq);
  });

  test('forgets after ninety days what has left it, and says so', async () => {
    const ids = await receive(2);
    const before = await read(inbox);
    await move([ids[0] as string], inbox, archive);
    const after = await read(inbox);
    const forgotten = async ({ modseq }: FolderReplica) =>
      (await changesOfFolder(server.context, an.mailbox, inbox, { modseq }, 10))?.forgotten;
    const now = Math.floor(server.clock.now() / 1000);
    await pruneJournal(server.context.db, now + 89 * DAY);
    expect(await forgotten(before)).toBe(false);
    await pruneJournal(server.context.db, now + 91 * DAY);
    expect(await forgotten(before)).toBe(true);
    expect(await forgotten(after)).toBe(false);
    expect((await read(inbox)).modseq).toBe(after.modseq);
  });
});

describe('marks by mail programs', () => {
  test('are those of the web, with deleted and keywords besides', async () => {
    const [id = ''] = await receive(1);
    await mark({ messageIds: [id], marks: { unread: false, starred: true, answered: true }, deleted: true });
    await mark({ messageIds: [id], marks: {}, keywords: { add: ['$Forwarded', 'Việc'] } });
    await mark({ messageIds: [id], marks: {}, keywords: { add: ['$forwarded'], remove: ['việc'] } });
    const [message] = (await read(inbox)).messages.values();
    expect(message).toMatchObject({ unread: false, starred: true, answered: true, deleted: true });
    expect(message?.keywords).toEqual(['$Forwarded']);
    const listed = async () => (await an.client.listThreads({ query: { in: 'INBOX' } })).data;
    expect(await listed()).toEqual([]);
    await mark({ messageIds: [id], marks: {}, deleted: false, keywords: { replace: [] } });
    expect(await listed()).toMatchObject([{ unread: false, starred: true }]);
    expect([...(await read(inbox)).messages.values()][0]?.keywords).toEqual([]);
  });

  test('leave alone what has changed since, and what is no longer there', async () => {
    const [one = '', two = '', three = ''] = await receive(3);
    const unchangedSince = (await read(inbox)).modseq;
    await mark({ messageIds: [one], marks: { starred: true } });
    await move([three], inbox, archive);
    const { modified } = await mark({
      messageIds: [one, two, three],
      unchangedSince,
      marks: { unread: false },
    });
    expect(modified).toEqual([one]);
    const seen = await read(inbox);
    expect([...seen.messages.values()].map(flagsOf)).toEqual([['unread', 'starred'], []]);
    expect([...(await read(archive)).messages.values()].map(flagsOf)).toEqual([['unread']]);
  });

  test('that change nothing are no change', async () => {
    const [id = ''] = await receive(1);
    const before = await read(inbox);
    await mark({ messageIds: [id], marks: { unread: true }, deleted: false, keywords: { remove: ['x'] } });
    expect(await read(inbox)).toEqual(before);
  });

  test('go with a message into another folder, but for deleted', async () => {
    const [id = ''] = await receive(1);
    await mark({ messageIds: [id], marks: { starred: true }, deleted: true, keywords: { add: ['$Work'] } });
    await move([id], inbox, archive);
    const [message] = (await read(archive)).messages.values();
    expect(message).toMatchObject({ starred: true, deleted: false, keywords: ['$Work'] });
  });
});

test('a draft is seen by mail programs once it has a source, and no longer when that is taken away', async () => {
  const [drafts, sent] = [await folderCalled('Drafts'), await folderCalled('Sent')];
  const { id } = await writeDraft(an, ['khach@minhphat.example']);
  expect(await uidsIn(drafts)).toEqual([]);
  await an.client.sendMail({ body: { msg_id: id } });
  const before = await read(sent);
  expect([...before.messages.values()].map((message) => message.message_id)).toEqual([id]);
  await writeBeside(`update messages set blob = null where mailbox_id = $mailbox and id = '${id}'`);
  expect(await changesSince(before)).toEqual([[1, null]]);
});

test('a message in other bytes has another uid', async () => {
  const [id = ''] = await receive(1);
  const before = await read(inbox);
  await writeBeside(`update messages set blob = decode(repeat('ab', 32), 'hex') where mailbox_id = $mailbox`);
  expect(await changesSince(before)).toEqual([
    [1, null],
    [2, ['unread']],
  ]);
  expect((await readUids(server.context.db, an.mailbox, [id]))[0]?.uid).toBe(2);
});

describe('mail of before', () => {
  /** As an older release left it. */
  const forget = () =>
    writeBeside(
      `delete from message_state where mailbox_id = $mailbox`,
      `update folders set uid_validity = null, uid_next = 1 where mailbox_id = $mailbox`,
      `update derived_versions set version = 1 where mailbox_id = $mailbox and what = 'states'`,
    );

  test('gets uids in the order of arrival when its folder is opened, and other folders later', async () => {
    const now = Math.floor(server.clock.now() / 1000);
    await fileMail(server.context, an.mailbox, { receivedAt: now - 10 });
    const old = await fileMail(server.context, an.mailbox, { receivedAt: now - 20 });
    await fileMail(server.context, an.mailbox, { folder: 'Archive' });
    await forget();
    const [first] = (await read(inbox)).messages.values();
    expect(first).toMatchObject({ message_id: old, uid: 1, received_at: now - 20 });
    expect(await readFolderMessages(server.context.db, an.mailbox, archive, [{ from: 1, to: 9 }], 9)).toEqual(
      [],
    );
    expect(await uidsIn(archive)).toEqual([1]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });

  test('gets uids by the job, and a message that moves meanwhile has one in the folder where it is', async () => {
    const ids = await receive(2);
    await forget();
    await openFolder(server.context, an.mailbox, inbox);
    await move([ids[0] as string], inbox, archive);
    const steps: number[] = [];
    const afterStep = async (messages: number) => void steps.push(messages);
    await rebuildMailbox(server.context, an.mailbox, 'states', { afterStep });
    expect(steps).toEqual([1]);
    expect([await uidsIn(inbox), await uidsIn(archive)]).toEqual([[2], [1]]);
    await rebuildMailbox(server.context, an.mailbox, 'states', { afterStep });
    expect(steps).toEqual([1]);
    expect(await recount(server.context.db, an.mailbox)).toEqual([]);
  });
});

describe('what an older release changes beside this one', () => {
  test('is told as what it is: marks, moves, removals and new mail', async () => {
    const [one, two, three, four] = await receive(4);
    const before = await read(inbox);
    await writeBeside(
      `update messages set starred = true where mailbox_id = $mailbox and id = '${one}'`,
      `update messages set folder_id = '${archive}' where mailbox_id = $mailbox and id = '${two}'`,
      `delete from messages where mailbox_id = $mailbox and id = '${three}'`,
      `delete from message_state where mailbox_id = $mailbox and message_id = '${four}'`,
    );
    expect(await changesSince(before)).toEqual([
      [1, ['unread', 'starred']],
      [2, null],
      [3, null],
      [5, ['unread']],
    ]);
    expect(await uidsIn(archive)).toEqual([1]);
  });

  test('is found by comparing where the journal has forgotten it, and every folder is another then', async () => {
    const [one] = await receive(2);
    const before = await read(inbox);
    await writeBeside(`update messages set starred = true where mailbox_id = $mailbox and id = '${one}'`);
    await pruneJournal(server.context.db, Math.floor(server.clock.now() / 1000) + 30 * DAY);
    const after = await read(inbox);
    expect(after.uidValidity).toBeGreaterThan(before.uidValidity);
    expect([...after.messages.values()].map(flagsOf)).toEqual([['unread', 'starred'], ['unread']]);
  });
});

test('where uids may have been given out on a timeline that is lost, every folder is another to mail programs', async () => {
  await receive(1);
  const before = await read(inbox);
  await inTransaction(server.context.db, (tx) => skipChanges(statementsOf(tx)));
  const after = await read(inbox);
  expect(after.uidValidity).toBeGreaterThan(before.uidValidity);
  expect([...after.messages.keys()]).toEqual([1]);
  const { data } = await an.client.createFolder({ body: { name: 'Mới' } });
  const made = await openFolder(server.context, an.mailbox, data.id);
  expect(made?.uid_validity).toBeGreaterThan(after.uidValidity);
});
