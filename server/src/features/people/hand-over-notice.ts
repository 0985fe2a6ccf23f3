import type { NoticeDeps } from '../../mail/messages/file-notice.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { filePersonNotice } from './person-notice.ts';

type HandOverNotice = { mailboxId: number; heir: string; at: number };

const handOverNoticeTask = defineTask<HandOverNotice>('drive_handed_over_notice', { maxAttempts: 20 });

/**
 * In the transaction of the act: a user who continues to work would otherwise find an empty drive without
 * explanation.
 */
export function enqueueHandOverNotice(tx: Tx, notice: HandOverNotice): Promise<void> {
  return addJob(tx, handOverNoticeTask, notice);
}

type ReceivedNotice = {
  mailboxId: number;
  giver: string;
  /** The number of links open to the outside … */
  links: number;
  /** … or previously open ones that are now closed. */
  ended: boolean;
  at: number;
};

const receivedNoticeTask = defineTask<ReceivedNotice>('drive_received_notice', { maxAttempts: 20 });

/** Notifies the recipient of outside links, who is responsible for them from now on. */
export function enqueueReceivedNotice(tx: Tx, notice: ReceivedNotice): Promise<void> {
  return addJob(tx, receivedNoticeTask, notice);
}

export function handOverNoticeHandlers(deps: NoticeDeps): TaskHandler[] {
  return [
    handle(handOverNoticeTask, ({ mailboxId, heir, at }) =>
      filePersonNotice(deps, mailboxId, { about: `drive handed over to ${heir}`, at, words: wordsOf(heir) }),
    ),
    handle(receivedNoticeTask, ({ mailboxId, at, ...received }) =>
      filePersonNotice(deps, mailboxId, {
        about: `drive received of ${received.giver}`,
        at,
        words: receivedWords(received),
      }),
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

type Received = Pick<ReceivedNotice, 'giver' | 'links' | 'ended'>;

function receivedWords({ giver, links, ended }: Received) {
  const link = links === 1 ? 'link' : 'links';
  const viLinks = ended
    ? `${links} liên kết mở ra bên ngoài đã bị chấm dứt, vì người giao không còn đăng nhập được. Nếu cần liên kết nào, hãy nhờ quản trị viên mở lại.`
    : `${links} liên kết mở ra bên ngoài vẫn dùng được và nay do bạn quản lý. Hãy xem lại và chấm dứt những liên kết không còn cần.`;
  const enLinks = ended
    ? `${links} ${link} to people outside ended, because their owner can no longer sign in. If you need one, ask your administrator to put it back.`
    : `${links} ${link} to people outside still open, and are yours to manage now. Review them, and end those that are no longer needed.`;
  return {
    vi: {
      subject: `Bạn đã nhận kho tệp của ${giver}`,
      text: [
        ...(links === 0 ? [] : [viLinks, '']),
        `Quản trị viên của tổ chức đã giao cho bạn mọi tệp trong kho tệp của ${giver}. Chúng nằm trong một thư mục riêng ở kho tệp của bạn.`,
      ],
    },
    en: {
      subject: `You received the files of ${giver}`,
      text: [
        ...(links === 0 ? [] : [enLinks, '']),
        `An administrator of your organisation handed you all files of the drive of ${giver}. They are in a folder of their own in your drive.`,
      ],
    },
  };
}
