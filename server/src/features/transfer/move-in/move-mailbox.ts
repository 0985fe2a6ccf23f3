import { hashBytes } from '../../../platform/blobs/hash-bytes.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { createFolderFinder } from '../find-folders.ts';
import { type ImportDeps, importMail } from '../import-mail.ts';
import { byTime, type MailSource, plausibleTime, type SourceMessage } from '../mail-source.ts';
import { assignCopies } from './assign-copies.ts';
import { copyName } from './copy-name.ts';
import { countHere } from './count-here.ts';
import {
  type Fetched,
  type FetchedMessage,
  type FolderListing,
  type ImapSource,
  SourceRefusal,
} from './imap-source.ts';
import type { LineBreaks } from './line-breaks.ts';
import {
  addMovedInFolders,
  forget,
  type RememberedInFolder,
  readMovedInFolders,
  readRememberedAfter,
  readSameContent,
  readSpace,
  remember,
} from './move-in.store.ts';
import { type MovedFolder, type MoveReport, refuse } from './move-report.ts';
import { nameOfPlace, planFolders, type SourceFolder } from './plan-folders.ts';

const MB = 1024 * 1024;
/** What is asked for at once; it is filed while the next is fetched. */
const MESSAGES_A_STEP = 1_000;
const BYTES_A_STEP = 24 * MB;
const ROWS_A_READ = 10_000;

export class QuotaReachedError extends Error {
  override name = 'QuotaReachedError';
}

export type Move = {
  mailboxId: number;
  /** USER@HOST: what passes are remembered by. */
  sourceName: string;
  /** Bytes of the largest message that is taken. */
  largestMessage: number;
  lineBreaks: LineBreaks;
};

const NOTHING = {
  ...{ in_source: 0, copied: 0, already_there: 0, elsewhere: 0, refused: 0, left_meanwhile: 0, here: 0 },
};

type Folder = SourceFolder & { id: string; listing: FolderListing; row: MovedFolder };
type Pass = {
  deps: ImportDeps;
  move: Move;
  source: ImapSource;
  report: MoveReport;
  folders: Map<string, Folder>;
  /** All folders of the source that were ever listed: what is remembered of one that was removed or renamed counts. */
  everListed: Set<string>;
  /** Folders that could not be read this time: what is remembered of them stands. */
  unread: Set<string>;
  /** Google's ids of messages that a folder before had. */
  seenIds: Set<string>;
  done(count: number): void;
};

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
  await listFolders(pass);
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

async function listFolders(pass: Pass): Promise<void> {
  const { deps, move, source, report, folders, unread } = pass;
  const plan = planFolders(await source.listFolders()).filter((folder) => canBeKept(folder, report));
  const known = await readMovedInFolders(deps.db, move.mailboxId, move.sourceName);
  const added = plan
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => ({ id: newId(deps.clock), folder: path }));
  await inTransaction(deps.db, (tx) => addMovedInFolders(tx, move.mailboxId, move.sourceName, added));
  const ids = added.length > 0 ? await readMovedInFolders(deps.db, move.mailboxId, move.sourceName) : known;
  pass.everListed = new Set(ids.values());
  for (const folder of plan) {
    const id = ids.get(folder.path) as string;
    const row: MovedFolder = { folder: folder.path, to: nameOfPlace(folder.place), ...NOTHING };
    report.folders.push(row);
    try {
      const listing = await source.openFolder(folder.path);
      const { uids, unlisted } = listing;
      row.in_source = uids.length + unlisted;
      if (unlisted > 0) {
        const reason = `${unlisted} messages are counted there and not listed`;
        refuse(report, row, { uid: null, reason, count: unlisted });
      }
      folders.set(id, { ...folder, id, listing, row });
    } catch (error) {
      if (!(error instanceof SourceRefusal)) throw error;
      unread.add(id);
      refuse(report, row, { uid: null, reason: error.message });
    }
  }
}

const LONGEST_PATH_BYTES = 1_000;

/** Names that no database takes are refused, so that the other folders come. */
function canBeKept({ path, place }: SourceFolder, report: MoveReport): boolean {
  const bytes = Buffer.byteLength(path);
  if (path.isWellFormed() && !path.includes('\0') && bytes <= LONGEST_PATH_BYTES) return true;
  const folder = oneLine(path.toWellFormed(), 200);
  const row = { ...NOTHING, folder, to: oneLine(nameOfPlace(place).toWellFormed(), 200) };
  report.folders.push(row);
  refuse(report, row, { uid: null, reason: 'Its name is too long, or no text' });
  return false;
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
  const { uidValidity } = await source.openFolder(folder.path);
  if (uidValidity !== listing.uidValidity)
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

async function* cutIntoSteps(pass: Pass, folder: Folder, fresh: number[]): AsyncGenerator<Step> {
  const { report, move } = pass;
  const { id, listing, row } = folder;
  const { uidValidity } = listing;
  const { together, alone } = move.lineBreaks.order(id, uidValidity, fresh);
  for await (const sizes of readSizes(pass, together)) {
    let step: Step = { uids: [], bytes: 0 };
    for (const [uid, size] of fittingSizes(pass, row, sizes)) {
      if (step.uids.length > 0 && step.bytes + size > BYTES_A_STEP) {
        yield step;
        step = { uids: [], bytes: 0 };
      }
      step.uids.push(uid);
      step.bytes += size;
    }
    if (step.uids.length > 0) yield step;
  }
  const isRefused = (uid: number) => move.lineBreaks.isRefused(id, uidValidity, uid);
  for (const uid of alone.filter(isRefused)) {
    refuse(report, row, { uid, reason: 'The line breaks whenever it is asked for' });
    pass.done(1);
  }
  for await (const sizes of readSizes(
    pass,
    alone.filter((uid) => !isRefused(uid)),
  )) {
    for (const [uid, bytes] of fittingSizes(pass, row, sizes)) yield { uids: [uid], bytes };
  }
}

/** In the order asked; what was removed meanwhile is left out. */
async function* readSizes({ source }: Pass, uids: number[]): AsyncGenerator<[uid: number, size: number][]> {
  for (let start = 0; start < uids.length; start += MESSAGES_A_STEP) {
    const window = uids.slice(start, start + MESSAGES_A_STEP);
    const sizes = await source.readSizes(window.toSorted((a, b) => a - b));
    yield window.flatMap((uid): [number, number][] => {
      const size = sizes.get(uid);
      return size === undefined ? [] : [[uid, size]];
    });
  }
}

function* fittingSizes(pass: Pass, row: MovedFolder, sizes: [uid: number, size: number][]) {
  for (const [uid, size] of sizes) {
    if (size <= pass.move.largestMessage) yield [uid, size] as const;
    else {
      refuse(pass.report, row, { uid, reason: tooLarge(size, pass.move) });
      pass.done(1);
    }
  }
}

type Step = { uids: number[]; bytes: number };

function tooLarge(size: number, { largestMessage }: Move): string {
  return `It has ${Math.ceil(size / MB)} MB; a message may have ${Math.floor(largestMessage / MB)} MB`;
}

/** One message that the server can't bring out must not keep the others there. */
async function fetchStep(pass: Pass, folder: Folder, { uids, bytes }: Step): Promise<Fetched> {
  try {
    const fetched = await pass.source.fetchMessages(uids, bytes);
    if (fetched.broke !== null) {
      const came = new Set(fetched.messages.map(({ uid }) => uid));
      const missing = uids.filter((uid) => !came.has(uid));
      pass.move.lineBreaks.note(folder.id, folder.listing.uidValidity, missing, uids.length === 1);
    }
    return fetched;
  } catch (error) {
    if (!(error instanceof SourceRefusal)) throw error;
    const [uid] = uids;
    if (uids.length === 1 && uid !== undefined) {
      refuse(pass.report, folder.row, { uid, reason: error.message });
      pass.done(1);
      return { messages: [], broke: null };
    }
    const middle = Math.ceil(uids.length / 2);
    const one = await fetchStep(pass, folder, { uids: uids.slice(0, middle), bytes });
    if (one.broke !== null) return one;
    const { messages, broke } = await fetchStep(pass, folder, { uids: uids.slice(middle), bytes });
    return { messages: [...one.messages, ...messages], broke };
  }
}

type Arrived = SourceMessage & FetchedMessage & { hash: string; copy: number };

async function fileStep(pass: Pass, folder: Folder, fetched: FetchedMessage[]): Promise<void> {
  const { deps, move, report, folders, everListed, unread } = pass;
  const { id: folderId, row, listing } = folder;
  const { mailboxId } = move;
  const { uidValidity } = listing;
  const arrivals: (FetchedMessage & { hash: string })[] = [];
  for (const message of fetched.sort((a, b) => a.uid - b.uid)) {
    const { uid, raw } = message;
    if (raw.length > move.largestMessage) refuse(report, row, { uid, reason: tooLarge(raw.length, move) });
    else arrivals.push({ ...message, hash: await hashBytes(raw) });
  }
  const hashes = [...new Set(arrivals.map(({ hash }) => hash))];
  const same = await readSameContent(deps.db, mailboxId, hashes);
  const ofSource = same.filter(({ folderId }) => everListed.has(folderId));
  const gathers = folder.gathers || listing.messageIds !== null;
  const isListed = (message: RememberedInFolder) => {
    const other = folders.get(message.folderId)?.listing;
    if (other === undefined) return unread.has(message.folderId);
    return other.uidValidity === message.uidValidity && includes(other.uids, message.uid);
  };
  const assigned = assignCopies(arrivals, ofSource, { id: folderId, gathers }, isListed);
  const settled: { uid: number; hash: string; copy: number | null }[] = [];
  const known: RememberedInFolder[] = [];
  const fresh: Arrived[] = [];
  const now = unixSeconds(deps.clock);
  for (const [index, message] of arrivals.entries()) {
    const { uid, hash, raw, receivedAt } = message;
    const assignment = assigned[index];
    if (assignment === undefined) continue;
    if ('known' in assignment) {
      known.push(assignment.known);
      settled.push({ uid, hash, copy: assignment.known.copy });
    } else if ('elsewhere' in assignment) settled.push({ uid, hash, copy: null });
    else {
      fresh.push({
        ...message,
        ...{ name: copyName(move.sourceName, assignment.copy), copy: assignment.copy, place: folder.place },
        ...{ size: raw.length, receivedAt: plausibleTime(now, receivedAt) },
      });
    }
  }
  const fitting = await fitIntoQuota(pass, fresh);
  const {
    filed,
    known: filedBefore,
    problems,
  } = await importMail(deps, mailboxId, sourceOf(fitting), () => undefined);
  const refused = new Map(problems.map(({ what, reason }) => [what, reason]));
  for (const { uid, hash, copy } of fitting) {
    const reason = refused.get(describe(uid));
    if (reason === undefined) settled.push({ uid, hash, copy });
    else refuse(report, row, { uid, reason });
  }
  await inTransaction(deps.db, async (tx) => {
    await forget(tx, mailboxId, known);
    await remember(
      tx,
      mailboxId,
      folderId,
      settled.map((each) => ({ uidValidity, ...each })),
    );
  });
  row.copied += filed;
  row.already_there += known.length + filedBefore;
  row.elsewhere += settled.filter(({ copy }) => copy === null).length;
  pass.done(fetched.length);
  if (fitting.length < fresh.length) {
    throw new QuotaReachedError('The quota of the mailbox is reached: give it more, and run this again');
  }
}

function describe(uid: number): string {
  return `UID ${uid}`;
}

async function fitIntoQuota({ deps, move }: Pass, messages: Arrived[]): Promise<Arrived[]> {
  const { quota_mb, used_bytes } = await readSpace(deps.db, move.mailboxId);
  let left = quota_mb * MB - used_bytes;
  const stop = messages.findIndex(({ size }) => {
    left -= size;
    return left < 0;
  });
  return stop === -1 ? messages : messages.slice(0, stop);
}

function sourceOf(messages: Arrived[]): MailSource<Arrived> {
  return {
    name: 'imap',
    messages: messages.toSorted(byTime),
    problems: [],
    read: async ({ raw, flags }) => ({ raw, flags }),
    describe: ({ uid }) => describe(uid),
    close: async () => undefined,
  };
}

function includes(sorted: Uint32Array, uid: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < uid) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === uid;
}
