import { defineTask } from '../../platform/jobs/task.ts';

/** What one browser is told of one message, or of one reminder: that it came, or that it is over. */
export type PushJob = {
  mailboxId: number;
  subscriptionId: string;
  /** Of the message, or of the reminder. */
  messageId: string;
  kind: 'new_mail' | 'reminder' | 'recalled';
  /** When it happened. */
  at: number;
  /** How often the push service has put it off. */
  deferrals?: number;
};

/** A push that a service refuses for now is put off by its own rules; these are for failures of our own. */
const TRIES = 5;

export const pushTask = defineTask<PushJob>('push', { maxAttempts: TRIES, lane: 'outside' });

/** A later job about a message takes the place of one that waits. */
export function pushKey({ subscriptionId, messageId }: PushJob): string {
  return `push ${subscriptionId} ${messageId}`;
}

/** Neither one mailbox nor one push service may keep the workers from the others. */
export function pushShares({ mailboxId }: PushJob, endpoint: string): string[] {
  return [`push ${mailboxId}`, `to ${endpoint.split('/')[2]}`];
}
