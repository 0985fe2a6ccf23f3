import { STARRED, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import {
  IconAlertOctagon,
  IconArchive,
  IconArrowBackUp,
  IconCalendarRepeat,
  IconClock,
  IconClockPause,
  IconFile,
  IconFolder,
  IconInbox,
  IconSend,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';

const ICONS: Record<SystemFolder | typeof STARRED | typeof WAITING, typeof IconFolder> = {
  INBOX: IconInbox,
  [STARRED]: IconStar,
  [WAITING]: IconArrowBackUp,
  Sent: IconSend,
  Drafts: IconFile,
  WEBMAIL_SCHEDULED: IconClock,
  Snoozed: IconClockPause,
  Archive: IconArchive,
  Junk: IconAlertOctagon,
  webmail_period: IconCalendarRepeat,
  Trash: IconTrash,
};

export function FolderIcon({ path, size = 18 }: { path: string; size?: number }) {
  const Icon = Object.hasOwn(ICONS, path) ? ICONS[path as keyof typeof ICONS] : IconFolder;
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
