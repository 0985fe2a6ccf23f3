import type { SocketFrame } from '@bocau/contract/socket.ts';
import { notify } from '../../platform/db/notify.ts';
import type { Db, Tx } from '../../tables.ts';

/** Payload: a mailbox and a frame for its sockets, as JSON. */
export const MAILBOX_EVENTS = 'mailbox_events';

/** Frames that are not of the journal: who is away misses them and reads the state where it lives. */
export type PassingFrame = Extract<
  SocketFrame,
  {
    event:
      | 'bulk_progress'
      | 'enable_smtp'
      | 'new_sign_in'
      | 'reminders'
      | 'sent'
      | 'failed'
      | 'send_mail_failed';
  }
>;
export type MailboxEvent = { mailbox: number; frame: PassingFrame };

/** PostgreSQL takes less than 8000 bytes. */
const PAYLOAD_BYTES = 7_000;

/** Sends a frame to all sockets of a mailbox, on every process; within a transaction, when it commits. */
export async function sendEvent(db: Db | Tx, mailboxId: number, frame: PassingFrame): Promise<void> {
  const payload = JSON.stringify({ mailbox: mailboxId, frame } satisfies MailboxEvent);
  if (Buffer.byteLength(payload) > PAYLOAD_BYTES)
    throw new RangeError(`A ${frame.event} frame is too large to send`);
  await notify(db, MAILBOX_EVENTS, payload);
}
