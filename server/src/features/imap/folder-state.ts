import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import {
  type FolderMessage,
  type FolderState,
  readFolderMessages,
  readUids,
  type UidRange,
} from '../../mail/messages/folder-states.store.ts';
import { readUidsOfFolder } from '../../mail/messages/folder-uids.store.ts';
import { type KeywordChange, markInFolder } from '../../mail/messages/mark-in-folder.ts';
import {
  changesOfFolder,
  giveUids,
  openFolder as openFolderState,
  stateOfFolders,
} from '../../mail/messages/open-folder.ts';
import type { Flags } from './flags.ts';
import { Refusal } from './refusal.ts';
import { mailboxOf, type Session } from './session.ts';

/** A message of a folder as programs know it. */
export type MessageState = {
  uid: number;
  id: string;
  modseq: number;
  receivedAt: number;
  size: number;
  flags: Flags;
};

export type OpenedFolder = { state: FolderState; uids: Uint32Array };

export type FolderNews = { modseq: number; uidNext: number; changed: MessageState[]; expunged: number[] };

export type MarkChange = {
  how: 'add' | 'remove' | 'replace';
  flags: Flags;
  unchangedSince: number | null;
};

const CHANGES_A_STEP = 5_000;
const KEYWORDS = 100;

export async function openFolder(session: Session, folderId: string): Promise<OpenedFolder> {
  const mailboxId = mailboxOf(session);
  const state = await openFolderState(session.deps, mailboxId, folderId);
  if (state === undefined) throw new Refusal('NONEXISTENT', 'There is no such folder');
  // Behind the state: what comes in between is told again as a change.
  return { state, uids: await readUidsOfFolder(session.deps.db, mailboxId, folderId) };
}

export async function readFolderStatuses(
  session: Session,
  folderIds: string[],
): Promise<Map<string, FolderState>> {
  const states = await stateOfFolders(session.deps, mailboxOf(session), folderIds);
  return new Map(states.map((state) => [state.folder_id, state]));
}

/** Those of the uids, which ascend, that are still in the folder. */
export async function readStates(
  session: Session,
  folderId: string,
  uids: number[],
): Promise<MessageState[]> {
  if (uids.length === 0) return [];
  const ranges = uidRanges(uids);
  const rows = await readFolderMessages(
    session.deps.db,
    mailboxOf(session),
    folderId,
    ranges,
    // Between the uids of a range there are no others.
    uids.length,
  );
  return rows.map(messageState);
}

/** What happened in the folder behind a modseq; each message once, as it is now. */
export async function readNews(session: Session, folderId: string, since: number): Promise<FolderNews> {
  const changed = new Map<number, MessageState>();
  const expunged = new Set<number>();
  for (let place: { modseq: number; uid?: number } = { modseq: since }; ; ) {
    const found = await changesOfFolder(session.deps, mailboxOf(session), folderId, place, CHANGES_A_STEP);
    // The folder is gone, or its numbers begin anew: nothing that the program knows holds any longer.
    if (found === undefined || found.forgotten || found.uid_validity !== session.selected?.uidValidity)
      throw new FolderGone();
    for (const { uid, message } of found.changes) {
      if (message === null) expunged.add(uid);
      else changed.set(uid, messageState(message));
    }
    const last = found.changes.at(-1);
    if (found.changes.length < CHANGES_A_STEP || last === undefined) {
      const modseq = Math.max(since, found.highest_modseq);
      return { modseq, uidNext: found.uid_next, changed: [...changed.values()], expunged: [...expunged] };
    }
    place = { modseq: last.modseq, uid: last.uid };
  }
}

/** The open folder was deleted, or has other uids: the connection ends, and the program looks at it anew. */
export class FolderGone extends Error {
  override name = 'FolderGone';
}

/** Sets flags; answers the messages as they are then, and the uids of those that others had changed. */
export async function writeMarks(
  session: Session,
  folderId: string,
  uids: number[],
  change: MarkChange,
): Promise<{ states: MessageState[]; unmet: number[] }> {
  const before = await readStates(session, folderId, uids);
  refuseKeywords(before, change);
  const uidOf = new Map(before.map(({ id, uid }) => [id, uid]));
  const { modified } = await changeMailbox(session.deps, mailboxOf(session), (mailbox) =>
    markInFolder(mailbox, {
      folderId,
      messageIds: [...uidOf.keys()],
      ...(change.unchangedSince === null ? {} : { unchangedSince: change.unchangedSince }),
      ...marksOf(change),
    }),
  );
  const unmet = new Set(modified.map((id) => uidOf.get(id)));
  const after = await readStates(session, folderId, uids);
  return {
    states: after.filter(({ uid }) => !unmet.has(uid)),
    unmet: uids.filter((uid) => unmet.has(uid)),
  };
}

function refuseKeywords(states: MessageState[], { how, flags: { keywords } }: MarkChange): void {
  if (how !== 'add' || keywords.length === 0) return;
  const tooMany = states.some(({ flags }) => new Set([...flags.keywords, ...keywords]).size > KEYWORDS);
  if (tooMany) throw new Refusal('LIMIT', `A message has up to ${KEYWORDS} keywords`);
}

/** The uids that messages were given in a folder. */
export async function readGivenUids(
  session: Session,
  folderId: string,
  messageIds: string[],
): Promise<{ uidValidity: number; uids: Map<string, number> }> {
  const mailboxId = mailboxOf(session);
  const uidValidity = await giveUids(session.deps, mailboxId, folderId);
  const rows = await readUids(session.deps.db, mailboxId, messageIds);
  const here = rows.filter((row) => row.folder_id === folderId);
  return {
    uidValidity: uidValidity ?? 0,
    uids: new Map(here.map(({ message_id, uid }) => [message_id, uid])),
  };
}

function marksOf({ how, flags }: MarkChange) {
  const value = how !== 'remove';
  const mark = (name: 'seen' | 'flagged' | 'answered' | 'deleted') => {
    if (how === 'replace') return flags[name];
    return flags[name] ? value : undefined;
  };
  const seen = mark('seen');
  const [starred, answered, deleted] = [mark('flagged'), mark('answered'), mark('deleted')];
  return {
    marks: {
      ...(seen === undefined ? {} : { unread: !seen }),
      ...(starred === undefined ? {} : { starred }),
      ...(answered === undefined ? {} : { answered }),
    },
    ...(deleted === undefined ? {} : { deleted }),
    ...keywordsOf(how, flags.keywords),
  };
}

function keywordsOf(how: MarkChange['how'], keywords: string[]): { keywords?: KeywordChange } {
  if (how === 'replace') return { keywords: { replace: keywords } };
  return keywords.length === 0 ? {} : { keywords: how === 'add' ? { add: keywords } : { remove: keywords } };
}

function messageState(row: FolderMessage): MessageState {
  const { message_id: id, uid, modseq, received_at: receivedAt, size } = row;
  const keywords = distinctKeywords(row.keywords);
  const { unread, starred: flagged, answered, draft, deleted } = row;
  return {
    uid,
    id,
    modseq,
    receivedAt,
    size,
    flags: { seen: !unread, flagged, answered, draft, deleted, keywords },
  };
}

/** One that a program has set before it was a label's comes once. */
function distinctKeywords(keywords: string[]): string[] {
  if (keywords.length < 2) return keywords;
  return [...new Map(keywords.map((keyword) => [keyword.toLowerCase(), keyword])).values()];
}

/** Of ascending uids; what is in a folder is found by a few ranges faster than by many numbers. */
export function uidRanges(uids: number[]): UidRange[] {
  const ranges: UidRange[] = [];
  for (const uid of uids) {
    const last = ranges.at(-1);
    if (last && last.to === uid - 1) last.to = uid;
    else ranges.push({ from: uid, to: uid });
  }
  return ranges;
}
