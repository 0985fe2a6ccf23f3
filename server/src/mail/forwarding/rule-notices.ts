import { createHash } from 'node:crypto';
import type { SecurityChange } from '@bocau/contract/security.ts';
import { recordSecurityChange } from '../../identity/security/record-event.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { fileNotice, type NoticeDeps } from '../messages/file-notice.ts';
import { readSettings } from '../settings/read-settings.ts';
import { readOwner } from './forwarding.store.ts';
import { NOTICE_WORDS, type RuleNotice } from './notice-words.ts';
import { writeNotice } from './write-notice.ts';

const DAY = 86_400;

type NoticeJob = RuleNotice & { mailboxId: number; at: number };

export const ruleNoticeTask = defineTask<NoticeJob>('rule_notice', { maxAttempts: 20 });

export function enqueueForwardNotice(change: MailboxChange, address: string): Promise<void> {
  return enqueueRuleNotice(change, { kind: 'forward', about: address });
}

/** Those that tell of a change of the rules, which is a matter of security. */
type ChangeNotice = RuleNotice & { kind: Exclude<RuleNotice['kind'], 'unsaved'> };

const CHANGES: Record<ChangeNotice['kind'], SecurityChange> = {
  forward: 'forward_added',
  redirect: 'redirect_added',
  discard: 'discard_all_added',
  stopped: 'forward_stopped',
};

export async function enqueueRuleNotice(change: MailboxChange, notice: ChangeNotice): Promise<void> {
  const { tx, mailboxId, now } = change;
  // A discarding filter is identified by its id, which means nothing to a user.
  const about = notice.kind === 'discard' ? '' : notice.about;
  await recordSecurityChange(tx, { mailboxId, change: CHANGES[notice.kind], about, at: now });
  await addJob(change.tx, ruleNoticeTask, { ...notice, mailboxId: change.mailboxId, at: change.now });
}

export async function fileRuleNotice(deps: NoticeDeps, job: NoticeJob): Promise<void> {
  const { db } = deps;
  const { mailboxId, kind, about, at } = job;
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  // A full drive is told of once a day.
  const told = kind === 'unsaved' ? Math.floor(at / DAY) : `${about} ${at}`;
  const deliveryKey = createHash('sha256').update(`told ${mailboxId} ${kind} ${told}`).digest('hex');
  const { subject, text } = NOTICE_WORDS[language][kind];
  const id = `rule-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at, domain, to: email, subject, text: text(email, about) });
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
}
