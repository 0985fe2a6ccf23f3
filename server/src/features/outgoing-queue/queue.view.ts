import type { Queued } from '@bocau/contract/admin-mail.ts';
import { isId } from '../../platform/ids.ts';
import type { QueuedRow, QueuePlace } from './queue.store.ts';

/** The id of an outgoing message for administrators, including its mailbox for the look-up. */
export function queueId({ mailboxId, outboxId }: { mailboxId: number; outboxId: string }): string {
  return `${mailboxId}-${outboxId}`;
}

export function readQueueId(text: string): { mailboxId: number; outboxId: string } | null {
  const [, mailboxId = '', outboxId = ''] = /^(\d{1,15})-(.+)$/.exec(text) ?? [];
  return isId(outboxId) ? { mailboxId: Number(mailboxId), outboxId } : null;
}

export function queuedView(row: QueuedRow): Queued {
  return {
    id: queueId({ mailboxId: row.mailbox_id, outboxId: row.outbox_id }),
    recipient: row.email,
    destination: row.destination,
    sender: row.sender,
    mailbox: row.mailbox,
    kind: row.kind,
    reason: row.reason,
    held: heldBy(row),
    queued_at: row.queued_at,
    held_at: row.held_at,
    attempts: row.attempts,
    next_at: row.next_at,
    code: row.code,
    reply: row.reply,
  };
}

function heldBy({ state, sender_held, sender_braked, destination_held }: QueuedRow): Queued['held'] {
  if (sender_braked) return 'brake';
  if (sender_held) return 'sender';
  if (destination_held) return 'destination';
  return state === 'held' ? 'recipient' : null;
}

export function cursorOf(place: QueuePlace | null): [number, string, string] | null {
  return place && [place.queuedAt, place.outboxId, place.address];
}
