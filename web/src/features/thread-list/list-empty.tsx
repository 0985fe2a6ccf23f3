import { WAITING } from '@bocau/contract/waiting-list.ts';
import {
  IconAlertOctagon,
  IconArchive,
  IconCalendarRepeat,
  IconClock,
  IconFolder,
  IconInbox,
  IconPencil,
  IconSearch,
  IconSend,
  IconStar,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { ListState } from '../../ui/list-state.tsx';

const ICONS = {
  INBOX: IconInbox,
  Starred: IconStar,
  Sent: IconSend,
  Drafts: IconPencil,
  WEBMAIL_SCHEDULED: IconClock,
  Snoozed: IconClock,
  webmail_period: IconCalendarRepeat,
  Archive: IconArchive,
  Junk: IconAlertOctagon,
  Trash: IconTrash,
  search: IconSearch,
  folder: IconFolder,
  label: IconTag,
  waiting: IconClock,
} as const;
/** Folders may have these names too. */
const OF_LISTS = ['search', 'folder', 'label', 'waiting'];
type EmptyKind = keyof typeof ICONS;

/** A friendly line for each empty folder, and the next thing to do. */
export function ListEmpty({ list, children }: { list: ListRef; children?: ReactNode }) {
  const { t } = useTranslation();
  const kind = emptyKind(list);
  const Icon = ICONS[kind];
  return (
    <ListState
      icon={Icon}
      title={t(`threadList.empty.${kind}.title`)}
      text={t(`threadList.empty.${kind}.text`)}
    >
      {children}
    </ListState>
  );
}

function emptyKind(list: ListRef): EmptyKind {
  if (list.kind === 'search') return 'search';
  if (list.kind === 'starred') return 'Starred';
  if (list.kind === 'label') return list.id === WAITING ? 'waiting' : 'label';
  return !OF_LISTS.includes(list.path) && Object.hasOwn(ICONS, list.path)
    ? (list.path as EmptyKind)
    : 'folder';
}
