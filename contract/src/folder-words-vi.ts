import type { RoleName } from './folder-roles.ts';

/** What people see the system folders called. The server knows it too: no other folder may take such a name. */
export const folderWords = {
  INBOX: 'Hộp thư đến',
  Starred: 'Có gắn dấu sao',
  Sent: 'Thư đã gửi',
  Drafts: 'Thư nháp',
  Snoozed: 'Để sau',
  Archive: 'Lưu trữ',
  Junk: 'Thư rác',
  Trash: 'Thùng rác',
  WEBMAIL_SCHEDULED: 'Hẹn giờ gửi',
  webmail_period: 'Gửi định kỳ',
} as const satisfies Record<RoleName, string>;
