import { defineTask } from '../../platform/jobs/task.ts';

/** A message received while an automatic reply is active; the handler decides whether it is answered. */
export type ReplyJob = {
  mailboxId: number;
  ruleId: string;
  /** Null when the message was discarded here. */
  messageId: string | null;
  /** The raw message as received, after our trace fields. */
  blob: string;
  /** The envelope sender, to whom an answer goes; empty for a bounce, which is never answered. */
  envelopeSender: string;
  /** Identifies the delivery, which is answered once (idempotency key). */
  deliveryKey: string;
};

export const replyTask = defineTask<ReplyJob>('answer_message', { maxAttempts: 10 });
