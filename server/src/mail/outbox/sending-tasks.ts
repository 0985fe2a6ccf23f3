import { defineTask } from '../../platform/jobs/task.ts';

/** The message of one row of `outbox`; the mailbox is its sender's. */
export type OutboxKey = { mailboxId: number; outboxId: string };

/** The pauses between the tries add up to half an hour; then the user is told. */
const START_TRIES = 8;
const HERE_TRIES = 10;
const ELSEWHERE_TRIES = 25;
const PERIODIC_TRIES = 10;

export const startSendTask = defineTask<OutboxKey>('start_sending', { maxAttempts: START_TRIES });
export const deliverLocalTask = defineTask<OutboxKey>('deliver_here', { maxAttempts: HERE_TRIES });
/** `destination` is `relay` or the domain: the recipients' rows of this message that name it are taken together. */
export const deliverToDestinationTask = defineTask<OutboxKey & { destination: string }>('deliver_elsewhere', {
  maxAttempts: ELSEWHERE_TRIES,
  lane: 'outside',
});
/** The next copy of a message that is sent again and again. */
export const sendPeriodicTask = defineTask<{ mailboxId: number; messageId: string }>('send_periodic', {
  maxAttempts: PERIODIC_TRIES,
});

/** Merges of a domain may write to more people a day, or to fewer: those that wait for tomorrow look again. */
export const wakeMergesTask = defineTask<{ domainId: number }>('wake_merges', {
  maxAttempts: 5,
  priority: 20,
  lane: 'slow',
});

export function startKey(outboxId: string): string {
  return `start ${outboxId}`;
}

export function localKey(outboxId: string): string {
  return `here ${outboxId}`;
}

/** Neither one sender nor one destination may keep the workers from the others. */
export function sharesOf({ mailboxId, destination }: OutboxKey & { destination: string }): string[] {
  return [`from ${mailboxId}`, `to ${destination}`];
}

export function destinationKey(outboxId: string, destination: string): string {
  return `elsewhere ${outboxId} ${destination}`;
}
