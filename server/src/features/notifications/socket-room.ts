import type { ChangeSet } from '@bocau/contract/changes.ts';
import { singleId } from '@bocau/contract/single-messages.ts';
import { SOCKET_CLOSES, type SocketFrame } from '@bocau/contract/socket.ts';
import type { WebSocket } from 'ws';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { readChanges } from './read-changes.ts';

export type Member = {
  socket: WebSocket;
  /** The number to resume from; null to begin with the current one. */
  since: number | null;
  /** The time of the last data from the client, in milliseconds. */
  heardAt: number;
};

/** The sockets of one mailbox in this process. */
export type Room = {
  mailboxId: number;
  /** Oldest first, including those not greeted yet. */
  members(): Member[];
  join(member: Member): void;
  leave(member: Member): void;
  /** Sends a frame that is not part of the journal. */
  send(frame: SocketFrame): void;
  /** The same, after the changes that were committed before. */
  tell(frame: SocketFrame): void;
  /** Forwards new changes, if any. */
  look(): void;
  isBehind(seq: number): boolean;
  idle(): Promise<void>;
};

/** Backpressure: a client with this much unsent data is not reading; it resumes when it does. */
const UNREAD_BYTES = 4 * 1024 * 1024;

/**
 * Forwards one mailbox's journal to its sockets: one read at a time, from the last number that all of them
 * have, so that each gets every change once and in order. A new socket is first brought to that number.
 */
export function createRoom(deps: { db: ReadDb; log: Logger }, mailboxId: number): Room {
  const greeted = new Set<Member>();
  const joining = new Set<Member>();
  let seq: number | null = null;
  let wanted = false;
  let told: SocketFrame[] = [];
  let pumping: Promise<void> | null = null;

  async function pump(): Promise<void> {
    try {
      while (wanted) {
        wanted = false;
        const behind = told;
        told = [];
        try {
          seq = await forward(seq);
        } catch (error) {
          told = [...behind, ...told];
          throw error;
        }
        sendAll(behind);
        for (const member of joining) await greet(member, seq);
      }
    } catch (error) {
      // The hub checks again soon.
      wanted = true;
      deps.log.warn(
        { reason: (error as Error).message, mailbox: mailboxId },
        'changes could not be sent to sockets',
      );
    }
    pumping = null;
  }

  async function forward(from: number | null): Promise<number> {
    const changes = await readChanges(deps.db, mailboxId, from);
    if (changes === 'too_old') {
      const present = await readChanges(deps.db, mailboxId, null);
      if (present === 'too_old') throw new Error('the present is never too old');
      sendAll([{ event: 'refetch', data: { seq: present.seq } }]);
      return present.seq;
    }
    if (from !== null && changes.seq !== from) sendAll(changeFrames(changes));
    return changes.seq;
  }

  async function greet(member: Member, present: number): Promise<void> {
    const frames: SocketFrame[] = [{ event: 'hello', data: { seq: present } }];
    if (member.since !== null && member.since !== present) {
      const missed =
        member.since > present ? 'too_old' : await readChanges(deps.db, mailboxId, member.since, present);
      if (missed === 'too_old') frames.push({ event: 'refetch', data: { seq: present } });
      else frames.push(...changeFrames(missed));
    }
    if (!joining.delete(member)) return;
    greeted.add(member);
    deliver(member, frames.map(encode));
  }

  function sendAll(frames: SocketFrame[]): void {
    const encoded = frames.map(encode);
    for (const member of greeted) deliver(member, encoded);
  }

  function deliver(member: Member, frames: Buffer[]): void {
    if (member.socket.bufferedAmount > UNREAD_BYTES) {
      leave(member);
      member.socket.close(SOCKET_CLOSES.too_slow, 'too slow');
      return;
    }
    for (const frame of frames) member.socket.send(frame, { binary: false });
  }

  function leave(member: Member): void {
    greeted.delete(member);
    joining.delete(member);
  }

  function look(): void {
    wanted = true;
    pumping ??= pump();
  }

  return {
    mailboxId,
    members: () => [...greeted, ...joining],
    join(member) {
      joining.add(member);
      look();
    },
    leave,
    send: (frame) => sendAll([frame]),
    tell(frame) {
      told.push(frame);
      look();
    },
    look,
    isBehind: (present) => wanted || present !== seq,
    async idle() {
      await pumping;
    },
  };
}

/** The changes, and a separate frame for each new mail, with the row that the inbox shows. */
function changeFrames(changes: ChangeSet): SocketFrame[] {
  const inboxRows = new Map(
    changes.threads.flatMap(({ id, rows }) =>
      rows
        .filter(({ list, thread }) => list === thread.folder_id && thread.mailbox_name === 'INBOX')
        .map(({ thread }) => [id, thread] as const),
    ),
  );
  const frames: SocketFrame[] = [{ event: 'changes', data: changes }];
  for (const { thread_id, message_id } of changes.new_mail) {
    const thread = inboxRows.get(changes.single ? singleId(message_id) : thread_id);
    if (thread) frames.push({ event: 'new_mail', data: { message_id, thread } });
  }
  return frames;
}

function encode(frame: SocketFrame): Buffer {
  return Buffer.from(JSON.stringify(frame));
}
