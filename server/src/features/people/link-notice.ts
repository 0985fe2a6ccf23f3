import { calendarsOf } from '../../calendar/calendars/calendars-of.ts';
import { readLink } from '../../calendar/links/links.store.ts';
import { readShare, readSharedEntries } from '../../drive/shares/shares.store.ts';
import type { NoticeDeps } from '../../mail/messages/file-notice.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { filePersonNotice } from './person-notice.ts';

type LinkNotice = { mailboxId: number; id: string; at: number };

const linkNoticeTask = defineTask<LinkNotice>('link_ended_notice', { maxAttempts: 20 });

/** No notification is sent if an administrator undoes the act within this time. */
const UNDO_SECONDS = 60;

/** In the transaction of the act. */
export function enqueueLinkNotice(tx: Tx, notice: LinkNotice): Promise<void> {
  const runAt = new Date((notice.at + UNDO_SECONDS) * 1000);
  return addJob(tx, linkNoticeTask, notice, { runAt, jobKey: `link ended ${notice.id}` });
}

export function linkNoticeHandlers(deps: NoticeDeps): TaskHandler[] {
  return [handle(linkNoticeTask, (job) => fileLinkNotice(deps, job))];
}

async function fileLinkNotice(deps: NoticeDeps, { mailboxId, id, at }: LinkNotice): Promise<void> {
  const words =
    (await wordsOfShare(deps, mailboxId, { id, at })) ?? (await wordsOfLink(deps, mailboxId, { id, at }));
  if (words) await filePersonNotice(deps, mailboxId, { about: `link ended ${id}`, at, words });
}

/** Null unless it is the share that was ended at this moment. */
async function wordsOfShare(
  { db }: NoticeDeps,
  mailboxId: number,
  { id, at }: Omit<LinkNotice, 'mailboxId'>,
) {
  const share = await readShare(db, mailboxId, id);
  if (share?.revoked_by !== 'domain' || share.revoked_at !== at) return null;
  const names = (await readSharedEntries(db, mailboxId, [id])).map(({ name }) => name).join(', ');
  return wordsOf(names, OF_FILES);
}

/** The same of a calendar. */
async function wordsOfLink({ db }: NoticeDeps, mailboxId: number, { id, at }: Omit<LinkNotice, 'mailboxId'>) {
  const link = await readLink(db, mailboxId, id);
  if (link?.ended_by !== 'domain' || link.ended_at !== at) return null;
  const calendar = (await calendarsOf(db, mailboxId)).find((one) => one.id === link.calendar_id);
  return wordsOf(calendar?.name ?? '', OF_CALENDAR);
}

const OF_FILES = {
  vi: 'Người nhận không mở được liên kết này nữa. Tệp vẫn còn trong kho tệp của bạn.',
  en: 'Its recipients can no longer open it. The files are still in your drive.',
};
const OF_CALENDAR = {
  vi: 'Ai có liên kết này không xem được lịch nữa. Lịch của bạn vẫn như cũ.',
  en: 'Whoever has it can no longer see the calendar. The calendar itself is as it was.',
};

const wordsOf = (names: string, kept: { vi: string; en: string }) => ({
  vi: {
    subject: 'Liên kết chia sẻ của bạn đã bị quản trị viên chấm dứt',
    text: [
      'Quản trị viên của tổ chức đã chấm dứt một liên kết chia sẻ do bạn tạo:',
      '',
      names,
      '',
      kept.vi,
      'Nếu cần chia sẻ lại, hãy hỏi quản trị viên.',
    ],
  },
  en: {
    subject: 'An administrator ended a link that you shared',
    text: [
      'An administrator of your organisation ended a link that you made:',
      '',
      names,
      '',
      kept.en,
      'If you need to share them again, ask your administrator.',
    ],
  },
});
