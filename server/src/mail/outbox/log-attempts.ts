import type { Logger } from '../../platform/logger.ts';
import { oneLine } from '../../platform/one-line.ts';
import type { RecipientResult } from '../../platform/smtp-out/transmit.ts';
import type { RecipientState } from '../../tables.ts';
import { type Interrupted, type Try, UNHEARD } from './attempts.store.ts';
import type { Brake } from './brake.store.ts';
import type { OutboxKey } from './sending-tasks.ts';

const LONGEST_REPLY = 500;

type Place = OutboxKey & { destination: string };

/** What was recorded of each; who tries by now speaks for those whose lease has expired. */
export type Recorded = { one: Try; state: RecipientState; result: RecipientResult };

/** A line for each recipient, with what the other server said. */
export function logResults(log: Logger, place: Place, messageId: string | null, recorded: Recorded[]): void {
  for (const { one, state, result } of recorded) {
    const fields = { ...fieldsOf(place, messageId, one, result.reply), code: result.code };
    if (result.outcome === 'unclear') logUnclear(log, fields, state === 'waiting');
    else if (state === 'delivered') log.info({ event: 'message_sent', ...fields }, 'message sent');
    else if (state === 'waiting') log.warn({ event: 'message_deferred', ...fields }, 'message deferred');
    else log.warn({ event: 'message_failed', ...fields }, 'message failed');
  }
}

/** Whom a process was transmitting to when it died, of whatever process. */
export function logInterrupted(
  log: Logger,
  place: Place,
  messageId: string | null,
  interrupted: Interrupted[],
): void {
  for (const one of interrupted) {
    const fields = { ...fieldsOf(place, messageId, one, UNHEARD), code: null };
    logUnclear(log, fields, one.state === 'waiting');
  }
}

/** `again`: it is transmitted again. */
function logUnclear(log: Logger, fields: object, again: boolean): void {
  log.warn({ event: 'message_unclear', ...fields, again }, 'message unclear');
}

export function logGivenUp(
  log: Logger,
  place: Place,
  messageId: string | null,
  failed: Pick<Try, 'email' | 'attempts'>[],
  reply: string,
): void {
  for (const one of failed) {
    const fields = { ...fieldsOf(place, messageId, one, reply), code: null };
    log.warn({ event: 'message_failed', ...fields }, 'message failed');
  }
}

function fieldsOf(
  { outboxId: outbox, mailboxId: mailbox, destination }: Place,
  messageId: string | null,
  { email, attempts }: Pick<Try, 'email' | 'attempts'>,
  reply: string,
) {
  const message_id = oneLine(messageId ?? '', LONGEST_REPLY);
  const about = { message_id, outbox, mailbox, destination, attempt: attempts };
  // What the program writes itself goes to where an account is recovered, which is nobody else's to know.
  return messageId === null ? about : { ...about, to: email, reply: oneLine(reply, LONGEST_REPLY) };
}

export function logBrake(log: Logger, { mailboxId }: OutboxKey, braked: Brake | null): void {
  if (braked === null) return;
  const { brake, count, limit } = braked;
  log.warn({ event: 'sender_braked', mailbox: mailboxId, reason: brake, count, limit }, 'sender braked');
}
