import { expect } from 'vitest';
import {
  type FolderMessage,
  readFolderMessages,
  type UidChange,
} from '../mail/messages/folder-states.store.ts';
import { changesOfFolder, openFolder } from '../mail/messages/open-folder.ts';
import type { TestServer } from './start-server.ts';

/** A mail program's cache of a folder, which it synchronizes by changes. */
export type FolderReplica = {
  folderId: string;
  uidValidity: number;
  uidNext: number;
  modseq: number;
  messages: Map<number, FolderMessage>;
};

const ALL = [{ from: 1, to: 2_147_483_647 }];
const MANY = 100_000;

/** Reads a whole folder, ordered by uid. */
export async function readWhole(
  { context }: TestServer,
  mailbox: number,
  folderId: string,
): Promise<FolderReplica | undefined> {
  const state = await openFolder(context, mailbox, folderId);
  if (!state) return undefined;
  const messages = await readFolderMessages(context.db, mailbox, folderId, ALL, MANY);
  expect(messages.map(({ uid }) => uid)).toEqual(messages.map(({ uid }) => uid).toSorted((a, b) => a - b));
  expect(messages.length).toBe(state.messages);
  return {
    folderId,
    uidValidity: state.uid_validity,
    uidNext: state.uid_next,
    modseq: state.highest_modseq,
    messages: new Map(messages.map((message) => [message.uid, message])),
  };
}

/** A replica with all reported changes applied; undefined when the folder is gone. */
export async function catchUpFolder(
  { context }: TestServer,
  mailbox: number,
  replica: FolderReplica,
  pageSize: number,
): Promise<FolderReplica | undefined> {
  const messages = new Map(replica.messages);
  const { folderId } = replica;
  for (let place: { modseq: number; uid?: number } = { modseq: replica.modseq }; ; ) {
    const found = await changesOfFolder(context, mailbox, folderId, place, pageSize);
    if (!found) return undefined;
    expect(found.uid_validity).toBe(replica.uidValidity);
    expect(found.uid_next).toBeGreaterThanOrEqual(replica.uidNext);
    for (const change of found.changes) apply(messages, change, replica);
    const last = found.changes.at(-1);
    if (!last || found.changes.length < pageSize) {
      const { uid_next: uidNext, highest_modseq: modseq } = found;
      return { ...replica, uidNext, modseq, messages: inOrder(messages) };
    }
    place = last;
  }
}

/** A uid never changes its message, and a new one was never used before. */
function apply(messages: Map<number, FolderMessage>, change: UidChange, before: FolderReplica): void {
  const { uid, message } = change;
  const known = messages.get(uid);
  if (!message) {
    messages.delete(uid);
    return;
  }
  expect(message.modseq).toBeGreaterThan(before.modseq);
  if (known) expect(message.message_id).toBe(known.message_id);
  else expect(uid).toBeGreaterThanOrEqual(before.uidNext);
  messages.set(uid, message);
}

function inOrder(messages: Map<number, FolderMessage>): Map<number, FolderMessage> {
  return new Map([...messages].sort(([a], [b]) => a - b));
}
