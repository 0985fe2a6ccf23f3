import { createHash } from 'node:crypto';
import type { SecurityChange } from '@bocau/contract/security.ts';
import { recordSecurityChange } from '../../../identity/security/record-event.ts';
import { readOwner } from '../../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../../mail/forwarding/write-notice.ts';
import { fileNotice, type NoticeDeps } from '../../../mail/messages/file-notice.ts';
import { readSettings } from '../../../mail/settings/read-settings.ts';
import { addJob } from '../../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../../platform/jobs/task.ts';
import type { Tx } from '../../../tables.ts';
import { type NoticedChange, SECURITY_WORDS } from './notice-words.ts';

/** The origin of a change. */
export type From = { address: string; userAgent: string };

type NoticeJob = {
  mailboxId: number;
  change: NoticedChange;
  about: string;
  at: number;
  /** Deduplicates the message, such as per day; by default each change gets its own. */
  onceFor?: string;
};

const securityNoticeTask = defineTask<NoticeJob>('security_notice', { maxAttempts: 20 });

/** In the transaction of the change: a row of the history, and a message that no rule can hide. */
export async function announceChange(
  tx: Tx,
  change: NoticeJob & { change: SecurityChange },
  from: From | null,
): Promise<void> {
  await recordSecurityChange(tx, { ...change, ...from });
  await enqueueNotice(tx, change);
}

export async function enqueueNotice(tx: Tx, notice: NoticeJob): Promise<void> {
  const { mailboxId, change, about, at, onceFor } = notice;
  const job = { mailboxId, change, about, at };
  await addJob(tx, securityNoticeTask, onceFor === undefined ? job : { ...job, onceFor });
}

export function securityNoticeHandlers(deps: NoticeDeps): TaskHandler[] {
  return [handle(securityNoticeTask, (job) => fileSecurityNotice(deps, job))];
}

async function fileSecurityNotice(deps: NoticeDeps, job: NoticeJob): Promise<void> {
  const { mailboxId, change, about, at, onceFor = String(at) } = job;
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(deps.db, mailboxId),
    readSettings(deps.db, mailboxId),
  ]);
  const told = `protection ${mailboxId} ${change} ${about} ${onceFor}`;
  const deliveryKey = createHash('sha256').update(told).digest('hex');
  const { subject, text } = SECURITY_WORDS[language][change];
  const id = `security-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at, domain, to: email, subject, text: text(email, about) });
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
}
