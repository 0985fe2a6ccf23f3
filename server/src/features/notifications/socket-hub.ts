import {
  type ChangedEvent,
  SOCKET_CLOSES,
  SOCKET_SILENCE_SECONDS,
  SOCKETS_PER_MAILBOX,
} from '@bocau/contract/socket.ts';
import type { WebSocket } from 'ws';
import { readNumbers } from '../../kernel/journal.store.ts';
import type { Journal } from '../../kernel/kernel.ts';
import { journals } from '../../kernel/kernels.ts';
import { MAIL } from '../../kernel/mail.ts';
import { MAILBOX_EVENTS, type MailboxEvent } from '../../mail/mailbox/publish-event.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Db } from '../../tables.ts';
import type { SessionWatch } from '../session/session-watch.ts';
import { createRoom, type Member, type Room } from './socket-room.ts';

export type SocketHub = {
  /** Takes over an open socket of an authenticated user. */
  admit(socket: WebSocket, caller: SessionCaller, since: number | null): void;
  /** Stops forwarding; the caller closes the sockets it opened. */
  close(): Promise<void>;
};

export type SocketHubDeps = { db: Db; clock: Clock; log: Logger; listener: Listener; metrics: Metrics } & {
  sessionWatch: SessionWatch;
};

/** The last number that each room's sockets were sent. */
type Told = Journal & { event: ChangedEvent; sent: WeakMap<Room, number> };

export const HEARTBEAT_MS = 25_000;
const COMPARE_MS = 5_000;

/**
 * All sockets of this process, by mailbox. Notifications trigger a check; a timer compares the numbers too,
 * because a notification can be lost: the listening connection broke, or a process died right after its
 * commit.
 */
export async function createSocketHub(deps: SocketHubDeps): Promise<SocketHub> {
  const { db, clock, log, listener } = deps;
  const rooms = new Map<number, Room>();
  /** The changes of mail are sent by the rooms themselves. */
  const told = journals().flatMap(({ event, ...journal }) => {
    return event === null ? [] : { ...journal, event, sent: new WeakMap<Room, number>() };
  });
  let comparing = false;

  function leave(room: Room, member: Member): void {
    room.leave(member);
    if (room.members().length === 0 && rooms.get(room.mailboxId) === room) rooms.delete(room.mailboxId);
  }

  function beat(): void {
    const silentSince = clock.now() - SOCKET_SILENCE_SECONDS * 1000;
    for (const room of rooms.values()) {
      for (const member of room.members()) {
        if (member.heardAt < silentSince) member.socket.terminate();
        else member.socket.ping();
      }
      room.send({ event: 'ping', data: {} });
    }
  }

  async function compareNumbers(): Promise<void> {
    if (comparing || rooms.size === 0) return;
    comparing = true;
    try {
      for (const { mailbox_id, seq } of await readNumbers(db, MAIL.journal, [...rooms.keys()])) {
        const room = rooms.get(mailbox_id);
        if (room?.isBehind(seq)) room.look();
      }
      for (const journal of told) await tellNumbers(journal, [...rooms.keys()]);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'journal versions could not be compared');
    }
    comparing = false;
  }

  /** Clients then fetch the changes, if they show them at all. */
  async function tellNumbers(journal: Told, mailboxIds: number[]): Promise<void> {
    const shown = mailboxIds.filter((id) => rooms.has(id));
    if (shown.length === 0) return;
    for (const { mailbox_id, seq } of await readNumbers(db, journal, shown)) {
      const room = rooms.get(mailbox_id);
      if (!room || journal.sent.get(room) === seq) continue;
      journal.sent.set(room, seq);
      room.send({ event: journal.event, data: { seq } });
    }
  }

  for (const journal of told) {
    await listener.listen(journal.channel, (payload) => {
      tellNumbers(journal, payload.split(',').map(Number)).catch((error: Error) =>
        log.warn({ reason: error.message, journal: journal.state }, 'changes could not be sent to sockets'),
      );
    });
  }
  await listener.listen(MAIL.journal.channel, (payload) => {
    for (const id of payload.split(',')) rooms.get(Number(id))?.look();
  });
  await listener.listen(MAILBOX_EVENTS, (payload) => {
    const { mailbox, frame } = JSON.parse(payload) as MailboxEvent;
    rooms.get(mailbox)?.tell(frame);
  });
  listener.onReconnect(() => {
    for (const room of rooms.values()) room.look();
  });
  const timers = [clock.every(HEARTBEAT_MS, beat), clock.every(COMPARE_MS, () => void compareNumbers())];
  deps.metrics.gauge('bocau_sockets', 'Open sockets of this process, and mailboxes that have any', () => ({
    sockets: [...rooms.values()].reduce((sum, room) => sum + room.members().length, 0),
    mailboxes: rooms.size,
  }));

  return {
    admit(socket, caller, since) {
      const { person: mailboxId } = caller;
      const room = rooms.get(mailboxId) ?? createRoom(deps, mailboxId);
      rooms.set(mailboxId, room);
      const [oldest, ...others] = room.members();
      if (oldest && others.length + 1 >= SOCKETS_PER_MAILBOX) {
        room.leave(oldest);
        oldest.socket.close(SOCKET_CLOSES.too_many, 'too many sockets');
      }
      const member: Member = { socket, since, heardAt: clock.now() };
      const heard = () => {
        member.heardAt = clock.now();
      };
      socket.on('message', heard).on('ping', heard).on('pong', heard);
      const unwatch = deps.sessionWatch.watch(caller, () =>
        socket.close(SOCKET_CLOSES.session_required, 'the session ended'),
      );
      socket.on('close', () => {
        leave(room, member);
        unwatch();
      });
      room.join(member);
    },
    async close() {
      for (const timer of timers) timer.stop();
      await Promise.all([...rooms.values()].map((room) => room.idle()));
    },
  };
}
