import { defineTask } from '../../platform/jobs/task.ts';

/** A message that came in while an automatic reply is on; whether it is answered is for the handler to decide. */
export type ReplyJob = {
  mailboxId: number;
  ruleId: string;
  /** Null where the message was discarded here. */
  messageId: string | null;
  /** The raw message as it came, after our trace. */
  blob: string;
  /** Whom an answer goes to; empty of a bounce, which is never answered. */
  envelopeSender: string;
  /** Names the delivery: it is answered once. */
  deliveryKey: string;
};

export const replyTask = defineTask<ReplyJob>('answer_message', { maxAttempts: 10 });
