import type { RoleName } from './folder-roles.ts';

/** What people see the system folders called. The server knows it too: no other folder may take such a name. */
export const folderWords = {
  INBOX: 'Inbox',
  Starred: 'Starred',
  Sent: 'Sent',
  Drafts: 'Drafts',
  Snoozed: 'Later',
  Archive: 'Archive',
  Junk: 'Junk',
  Trash: 'Trash',
  WEBMAIL_SCHEDULED: 'Scheduled',
  webmail_period: 'Recurring',
} as const satisfies Record<RoleName, string>;
