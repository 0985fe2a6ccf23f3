import { defineTask } from '../../platform/jobs/task.ts';

/** A received message that is forwarded to an address by a forward or a filter. */
export type ForwardJob = {
  mailboxId: number;
  ruleId: string;
  /** The target address; verified when the message arrived. */
  target: string;
  /** Null when the message was discarded here. */
  messageId: string | null;
  /** The raw message as received, after our trace fields. */
  blob: string;
  /** The envelope sender of the received message; empty for a bounce. */
  envelopeSender: string;
  /** Identifies the delivery: with the target it forms the idempotency key. */
  deliveryKey: string;
};

export const forwardTask = defineTask<ForwardJob>('forward_message', { maxAttempts: 10 });
