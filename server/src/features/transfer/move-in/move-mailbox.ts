import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { createFolderFinder } from '../find-folders.ts';
import type { ImportDeps } from '../import-mail.ts';
import { countHere } from './count-here.ts';
import { cutIntoSteps, fetchStep } from './fetch-steps.ts';
import { fileStep } from './file-step.ts';
import type { ImapSource } from './imap-source.ts';
import { listSourceFolders } from './list-source-folders.ts';
import { addTags, type RememberedRow, readRememberedAfter } from './move-in.store.ts';
import { type Folder, includes, type Move, type Pass } from './move-pass.ts';
import { type MovedFolder, type MoveReport, refuse } from './move-report.ts';
import { SourceRefusal } from './source-errors.ts';

const ROWS_A_READ = 10_000;
const TAGS_A_READ = 1_000;

/**
 * One pass over a mailbox at another provider: fetches and stores what is not remembered, folder by folder.
 * The report is updated as it goes, however the pass ends.
 */
export async function moveMailbox(
  deps: ImportDeps,
  source: ImapSource,
  move: Move,
  report: MoveReport,
  progress: { start(total: number): void; show(done: number): void },
): Promise<void> {
  let done = 0;
  const pass: Pass = {
    ...{ deps, move, source, report, folders: new Map(), everListed: new Set() },
    ...{ unread: new Set(), seenIds: new Set() },
    done(count) {
      done += count;
      progress.show(done);
    },
  };
  await listSourceFolders(pass);
  progress.start([...pass.folders.values()].reduce((sum, { listing }) => sum + listing.uids.length, 0));
  try {
    for (const folder of pass.folders.values()) await moveOrRefuse(pass, folder);
  } finally {
    for (const { id, listing, row } of pass.folders.values()) {
      row.here = await countHere(deps.db, move, { id, ...listing });
    }
  }
}

async function moveOrRefuse(pass: Pass, folder: Folder): Promise<void> {
  try {
    await moveFolder(pass, folder);
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error;
    const left = folder.row.in_source - counted(folder.row);
    refuse(pass.report, folder.row, { uid: null, reason: error.message, count: left });
  }
}

function counted({ copied, already_there, elsewhere, refused }: MovedFolder): number {
  return copied + already_there + elsewhere + refused;
}

async function moveFolder(pass: Pass, folder: Folder): Promise<void> {
  const { deps, move, source } = pass;
  const { listing, row } = folder;
  try {
    // Created even when it is empty; and if that fails, it is reported once instead of for each message.
    await createFolderFinder(deps, move.mailboxId).find(folder.place);
  } catch (error) {
    if (error instanceof Failure) throw new SourceRefusal(error.message, { cause: error });
    throw error;
  }
  const { fresh, untagged } = await compareUids(pass, folder);
  pass.done(counted(row));
  if (fresh.length + untagged.length === 0) return;
  if ((await source.reopenFolder(folder.path)) !== listing.uidValidity)
    throw new SourceRefusal('Its messages were numbered anew meanwhile');
  await tagRemembered(pass, folder, untagged);
  if (fresh.length === 0) return;
  const unanswered = new Set(fresh);
  let filing: Promise<void> = Promise.resolve();
  try {
    for await (const step of cutIntoSteps(pass, folder, fresh)) {
      const { messages, broke } = await fetchStep(pass, folder, step);
      for (const { uid } of messages) unanswered.delete(uid);
      await filing;
      filing = fileStep(pass, folder, messages);
      // The failure is reported when its turn comes.
      filing.catch(() => undefined);
      if (broke !== null) throw broke;
    }
  } finally {
    await filing;
  }
  for (const { folder: path, uid } of pass.report.refused) {
    if (path === folder.path && uid !== null) unanswered.delete(uid);
  }
  if (unanswered.size > 0) await judgeUnanswered(pass, folder, unanswered);
}

/** Messages without a response were removed meanwhile, or a second request reports their error. */
async function judgeUnanswered(
  pass: Pass,
  { path, row, listing }: Folder,
  unanswered: Set<number>,
): Promise<void> {
  const { uids } = await pass.source.openFolder(path);
  for (const uid of unanswered) {
    if (includes(uids, uid)) {
      refuse(pass.report, row, { uid, reason: 'The server lists it and does not give it' });
      continue;
    }
    row.in_source -= 1;
    row.left_meanwhile += 1;
    // Another folder may have it, and imports it then.
    const messageId = listing.messageIds?.get(uid);
    if (messageId !== undefined) pass.seenIds.delete(messageId);
  }
  pass.done(unanswered.size);
}

/** Earlier releases did not read tags. */
async function tagRemembered(
  { deps, move, source }: Pass,
  { id, listing: { uidValidity } }: Folder,
  untagged: number[],
): Promise<void> {
  for (let start = 0; start < untagged.length; start += TAGS_A_READ) {
    const tags = await source.readTags(untagged.slice(start, start + TAGS_A_READ));
    await inTransaction(deps.db, (tx) => addTags(tx, move.mailboxId, { id, uidValidity }, tags));
  }
}

/** The UIDs that are not remembered, and those whose tags are not. */
async function compareUids(
  { deps, move, seenIds }: Pass,
  folder: Folder,
): Promise<{ fresh: number[]; untagged: number[] }> {
  const { id, listing, row } = folder;
  const known = new Map<number, RememberedRow>();
  for (let after = 0; ; ) {
    const { uidValidity } = listing;
    const rows = await readRememberedAfter(deps.db, move.mailboxId, { id, uidValidity }, after, ROWS_A_READ);
    for (const message of rows) known.set(message.uid, message);
    if (rows.length < ROWS_A_READ) break;
    after = rows.at(-1)?.uid as number;
  }
  const fresh: number[] = [];
  const untagged: number[] = [];
  for (const uid of listing.uids) {
    const messageId = listing.messageIds?.get(uid);
    const remembered = known.get(uid);
    if (remembered) row[remembered.copy === null ? 'elsewhere' : 'already_there'] += 1;
    else if (messageId !== undefined && seenIds.has(messageId)) row.elsewhere += 1;
    else fresh.push(uid);
    if (remembered?.tagged === false) untagged.push(uid);
    if (messageId !== undefined) seenIds.add(messageId);
  }
  return { fresh, untagged };
}
