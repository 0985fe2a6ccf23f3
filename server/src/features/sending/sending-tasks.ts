import { defineTask } from '../../platform/jobs/task.ts';

/** The letter of one row of `outbox`; the mailbox is its sender's. */
export type LetterKey = { mailboxId: number; outboxId: string };

/** The pauses between the tries add up to half an hour; then the user is told. */
const START_TRIES = 8;
const HERE_TRIES = 10;
const ELSEWHERE_TRIES = 25;

export const startSendingTask = defineTask<LetterKey>('start_sending', { maxAttempts: START_TRIES });
export const deliverHereTask = defineTask<LetterKey>('deliver_here', { maxAttempts: HERE_TRIES });
/** `destination` is `relay` or the domain: the recipients' rows of this letter that name it are taken together. */
export const deliverElsewhereTask = defineTask<LetterKey & { destination: string }>('deliver_elsewhere', {
  maxAttempts: ELSEWHERE_TRIES,
});

export function startKey(outboxId: string): string {
  return `start ${outboxId}`;
}

export function hereKey(outboxId: string): string {
  return `here ${outboxId}`;
}

export function elsewhereKey(outboxId: string, destination: string): string {
  return `elsewhere ${outboxId} ${destination}`;
}
