import type { AppContext } from './context.ts';
import { backupHandlers } from './features/backup/finish-restore.ts';
import { bounceHandlers } from './features/bounces/bounces.jobs.ts';
import { bulkHandlers } from './features/bulk/bulk.jobs.ts';
import { calendarCron, calendarHandlers } from './features/calendar/calendar.jobs.ts';
import {
  subscriptionCron,
  subscriptionHandlers,
} from './features/calendar/subscriptions/subscription.jobs.ts';
import { cleaningCron, cleaningHandlers } from './features/cleaning/cleaning.jobs.ts';
import { contactCron, contactHandlers } from './features/contacts/contacts.jobs.ts';
import { directoryCron, directoryHandlers } from './features/directory/directory.jobs.ts';
import { driveCron, driveHandlers } from './features/drive/drive.jobs.ts';
import { driveTransferCron, driveTransferHandlers } from './features/drive-transfer/drive-transfer.jobs.ts';
import { forwardingHandlers } from './features/forwarding/forwarding.jobs.ts';
import { groupCron } from './features/groups/expire-held.ts';
import { groupHandlers } from './features/groups/groups.jobs.ts';
import { invitationHandlers } from './features/invitations/invitations.jobs.ts';
import { invoiceHandlers } from './features/invoices/invoices.jobs.ts';
import { labelHandlers } from './features/labels/adopt-keyword.ts';
import { laterCron, laterHandlers } from './features/later/later.jobs.ts';
import { mergeCron, mergeHandlers } from './features/merges/merges.jobs.ts';
import { outgoingQueueHandlers } from './features/outgoing-queue/outgoing-queue.jobs.ts';
import { handOverNoticeHandlers } from './features/people/hand-over-notice.ts';
import { linkNoticeHandlers } from './features/people/link-notice.ts';
import { purgePeopleCron, purgePeopleHandlers } from './features/people/purge-people.ts';
import { periodicCron, periodicHandlers } from './features/periodic/periodic.jobs.ts';
import { previewHandlers } from './features/previews/previews.jobs.ts';
import { pushHandlers } from './features/push/push.jobs.ts';
import { recallHandlers } from './features/recall/recall.jobs.ts';
import { receiptHandlers } from './features/receipts/receipts.jobs.ts';
import { createMailRules } from './features/rules/mail-rules.ts';
import { scrubCron, scrubHandlers } from './features/scrub/scrub.jobs.ts';
import { securityNoticeHandlers } from './features/session/protection/announce-change.ts';
import { formerAddressHandlers } from './features/session/recovery/former-address.ts';
import { recoveryHandlers } from './features/session/recovery/request-link.ts';
import { restoreHandlers } from './features/transfer/restore-folder.ts';
import { vacationHandlers } from './features/vacation/vacation.jobs.ts';
import { signInAlertHandlers } from './identity/alerts/sign-in-alert.ts';
import { phoneHandlers } from './identity/phone/phone.jobs.ts';
import { fileTextHandlers } from './mail/file-texts/file-texts.jobs.ts';
import { followLabelsHandlers } from './mail/mailbox/follow-labels.jobs.ts';
import { outboxCron, outboxHandlers } from './mail/outbox/outbox.jobs.ts';
import { rebuildCron, rebuildHandlers } from './mail/rebuild/rebuild.jobs.ts';
import { spamTrainingHandlers } from './mail/spam-training/spam-training.jobs.ts';
import type { CronJob, TaskHandler } from './platform/jobs/task.ts';

/** What the jobs role works on. */
export function jobHandlers(context: AppContext): TaskHandler[] {
  return [
    ...backupHandlers(context),
    ...bounceHandlers(context),
    ...bulkHandlers(context),
    ...cleaningHandlers(context),
    ...driveTransferHandlers(context),
    ...contactHandlers(context),
    ...calendarHandlers(context),
    ...subscriptionHandlers(context),
    ...invitationHandlers(context),
    ...invoiceHandlers({ ...context, mailRules: createMailRules(context) }),
    ...directoryHandlers(context),
    ...driveHandlers(context),
    ...fileTextHandlers(context),
    ...followLabelsHandlers(context),
    ...formerAddressHandlers(context),
    ...forwardingHandlers(context),
    ...groupHandlers({ ...context, mailRules: createMailRules(context) }),
    ...handOverNoticeHandlers(context),
    ...labelHandlers(context),
    ...linkNoticeHandlers(context),
    ...laterHandlers(context),
    ...mergeHandlers(context),
    ...outgoingQueueHandlers(context),
    ...periodicHandlers(context),
    ...phoneHandlers(context),
    ...previewHandlers(context),
    ...purgePeopleHandlers(context),
    ...signInAlertHandlers(context),
    ...pushHandlers(context),
    ...recallHandlers(context),
    ...recoveryHandlers(context),
    ...receiptHandlers(context),
    ...rebuildHandlers(context),
    ...restoreHandlers(context),
    ...scrubHandlers({ ...context, bytesPerSecond: context.config.scrubBytesPerSecond }),
    ...securityNoticeHandlers(context),
    ...spamTrainingHandlers(context),
    ...vacationHandlers(context),
    ...outboxHandlers({ ...context, mailRules: createMailRules(context) }),
  ];
}

/** What the jobs role starts by the clock. */
export const CRON_JOBS: CronJob[] = [
  ...cleaningCron,
  ...groupCron,
  ...contactCron,
  ...calendarCron,
  ...subscriptionCron,
  ...directoryCron,
  ...driveCron,
  ...driveTransferCron,
  ...laterCron,
  ...mergeCron,
  ...outboxCron,
  ...periodicCron,
  ...purgePeopleCron,
  ...rebuildCron,
  ...scrubCron,
];
