import { defineTask } from '../../platform/jobs/task.ts';

/** A message that came in and that goes on to an address, as a forward or a filter says. */
export type ForwardJob = {
  mailboxId: number;
  ruleId: string;
  /** What it goes on to; verified when the message came. */
  target: string;
  /** Null where the message was discarded here. */
  messageId: string | null;
  /** The raw message as it came, after our trace. */
  blob: string;
  /** Of the message that came; empty of a bounce. */
  envelopeSender: string;
  /** Names the delivery: together with the target it is sent once. */
  deliveryKey: string;
};

export const forwardTask = defineTask<ForwardJob>('forward_message', { maxAttempts: 10 });
