import { Failure } from '../../../platform/failure.ts';
import { createFolderFinder } from '../find-folders.ts';
import type { ImportDeps } from '../import-mail.ts';
import { countHere } from './count-here.ts';
import { cutIntoSteps, fetchStep } from './fetch-steps.ts';
import { fileStep } from './file-step.ts';
import type { ImapSource } from './imap-source.ts';
import { listSourceFolders } from './list-source-folders.ts';
import { readRememberedAfter } from './move-in.store.ts';
import { type Folder, includes, type Move, type Pass } from './move-pass.ts';
import { type MovedFolder, type MoveReport, refuse } from './move-report.ts';
import { SourceRefusal } from './source-errors.ts';

const ROWS_A_READ = 10_000;

/**
 * One pass over a mailbox at another provider: what is not remembered is fetched and filed, folder by folder. What is
 * done stands in the report as it goes, whatever ends the pass.
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
    // It is made even where it is empty; and if it can't be, not each of its messages says so.
    await createFolderFinder(deps, move.mailboxId).find(folder.place);
  } catch (error) {
    if (error instanceof Failure) throw new SourceRefusal(error.message, { cause: error });
    throw error;
  }
  const fresh = await freshUids(pass, folder);
  pass.done(counted(row));
  if (fresh.length === 0) return;
  if ((await source.reopenFolder(folder.path)) !== listing.uidValidity)
    throw new SourceRefusal('Its messages were numbered anew meanwhile');
  const unanswered = new Set(fresh);
  let filing: Promise<void> = Promise.resolve();
  try {
    for await (const step of cutIntoSteps(pass, folder, fresh)) {
      const { messages, broke } = await fetchStep(pass, folder, step);
      for (const { uid } of messages) unanswered.delete(uid);
      await filing;
      filing = fileStep(pass, folder, messages);
      // Its failure is told when its turn comes.
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

/** What the server gave no answer about was removed there meanwhile, or it would say so if asked once more. */
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
    // Another folder may have it, and brings it then.
    const messageId = listing.messageIds?.get(uid);
    if (messageId !== undefined) pass.seenIds.delete(messageId);
  }
  pass.done(unanswered.size);
}

/** The UIDs that nothing is remembered of. */
async function freshUids({ deps, move, seenIds }: Pass, folder: Folder): Promise<number[]> {
  const { id, listing, row } = folder;
  const known = new Map<number, number | null>();
  for (let after = 0; ; ) {
    const { uidValidity } = listing;
    const rows = await readRememberedAfter(deps.db, move.mailboxId, { id, uidValidity }, after, ROWS_A_READ);
    for (const { uid, copy } of rows) known.set(uid, copy);
    if (rows.length < ROWS_A_READ) break;
    after = rows.at(-1)?.uid as number;
  }
  const fresh: number[] = [];
  for (const uid of listing.uids) {
    const messageId = listing.messageIds?.get(uid);
    const copy = known.get(uid);
    if (copy !== undefined) row[copy === null ? 'elsewhere' : 'already_there'] += 1;
    else if (messageId !== undefined && seenIds.has(messageId)) row.elsewhere += 1;
    else fresh.push(uid);
    if (messageId !== undefined) seenIds.add(messageId);
  }
  return fresh;
}
