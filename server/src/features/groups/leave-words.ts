import type { PageLanguage } from '../../platform/http/page-language.ts';

const vi = {
  title: 'Rời nhóm thư',
  question: (group: string) => `Không nhận thư của ${group} nữa?`,
  about: (address: string) => `Thư gửi tới nhóm này sẽ không được chuyển đến ${address} nữa.`,
  leave: 'Rời nhóm',
  left: (group: string) => `Bạn đã rời ${group}`,
  leftWhy: (address: string) =>
    `${address} sẽ không nhận thư của nhóm nữa. Thư đang trên đường có thể vẫn đến. Muốn nhận lại, hãy nhờ người quản lý nhóm.`,
  stays: (groups: string) =>
    `Vẫn còn ở ${groups}: chỉ người quản lý nhóm mới bỏ được thành viên, nên thư có thể vẫn đến qua nhóm đó.`,
  stuck: (groups: string) => `Không thể tự rời ${groups}`,
  stuckWhy: (address: string) =>
    `Chưa có gì thay đổi: ${address} vẫn nhận thư. Chỉ người quản lý nhóm mới bỏ được thành viên; hãy nhờ họ.`,
  goneWhy: 'Liên kết không đầy đủ, hoặc nhóm không còn. Hãy mở lại liên kết trong thư của nhóm.',
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
  stays: (groups) =>
    `You remain in ${groups}: only its keepers can remove members, so mail may still arrive by that group.`,
  stuck: (groups) => `You can’t leave ${groups} yourself`,
  stuckWhy: (address) =>
    `Nothing has changed: ${address} still gets mail. Only the keepers of the group can remove members; ask them.`,
  goneWhy:
    'The link is not complete, or the group no longer exists. Open the link in a message of the group again.',
};

export const LEAVE_WORDS: Record<PageLanguage, LeaveWords> = { vi, en };
