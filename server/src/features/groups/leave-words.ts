import type { PageLanguage } from '../../platform/http/page-language.ts';

const vi = {
  title: 'Rời nhóm thư',
  question: (group: string) => `Không nhận thư của ${group} nữa?`,
  about: (address: string) => `Thư gửi tới nhóm này sẽ không được chuyển đến ${address} nữa.`,
  leave: 'Rời nhóm',
  left: (group: string) => `Bạn đã rời ${group}`,
  leftWhy: (address: string) =>
    `${address} sẽ không nhận thư của nhóm nữa. Thư đang trên đường có thể vẫn đến. Muốn nhận lại, hãy nhờ người quản lý nhóm.`,
  gone: 'Liên kết này không dùng được',
  goneWhy: 'Liên kết không đầy đủ, hoặc nhóm không còn. Hãy mở lại liên kết trong thư của nhóm.',
  tooMany: 'Đã thử quá nhiều lần',
  tooManyWhy: 'Chưa có gì thay đổi. Hãy đợi một phút rồi thử lại.',
};
export type LeaveWords = typeof vi;

const en: LeaveWords = {
  title: 'Leave a mail group',
  question: (group) => `Stop getting mail of ${group}?`,
  about: (address) => `Mail to this group will no longer be sent to ${address}.`,
  leave: 'Leave group',
  left: (group) => `You have left ${group}`,
  leftWhy: (address) =>
    `${address} gets no more mail of the group. What is on its way may still arrive. To get it again, ask who manages the group.`,
  gone: 'This link does not work',
  goneWhy:
    'The link is not complete, or the group no longer exists. Open the link in a message of the group again.',
  tooMany: 'Too many tries',
  tooManyWhy: 'Nothing has changed. Wait a minute, then try again.',
};

export const LEAVE_WORDS: Record<PageLanguage, LeaveWords> = { vi, en };
