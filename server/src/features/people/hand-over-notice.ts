import type { NoticeDeps } from '../../mail/messages/file-notice.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { filePersonNotice } from './person-notice.ts';

type HandOverNotice = { mailboxId: number; heir: string; at: number };

const handOverNoticeTask = defineTask<HandOverNotice>('drive_handed_over_notice', { maxAttempts: 20 });

/** In the transaction of the act: somebody who works on finds an empty drive otherwise, and does not know why. */
export function enqueueHandOverNotice(tx: Tx, notice: HandOverNotice): Promise<void> {
  return addJob(tx, handOverNoticeTask, notice);
}

export function handOverNoticeHandlers(deps: NoticeDeps): TaskHandler[] {
  return [
    handle(handOverNoticeTask, ({ mailboxId, heir, at }) =>
      filePersonNotice(deps, mailboxId, { about: `drive handed over to ${heir}`, at, words: wordsOf(heir) }),
    ),
  ];
}

const wordsOf = (heir: string) => ({
  vi: {
    subject: 'Kho tệp của bạn đã được giao cho đồng nghiệp',
    text: [
      `Quản trị viên của tổ chức đã giao mọi tệp trong kho tệp của bạn cho ${heir}.`,
      '',
      'Những gì bạn đã chia sẻ vẫn mở được như trước, nay do người đó quản lý.',
      'Tệp đang tải lên dở đã bị hủy. Nếu cần tệp nào, hãy hỏi người đó hoặc quản trị viên.',
    ],
  },
  en: {
    subject: 'Your files were handed over to a colleague',
    text: [
      `An administrator of your organisation handed all files of your drive over to ${heir}.`,
      '',
      'What you shared opens as before, and is theirs to manage now.',
      'Unfinished uploads were cancelled. If you need a file, ask them or your administrator.',
    ],
  },
});
