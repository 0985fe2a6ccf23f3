import { WAITING } from '@bocau/contract/waiting-list.ts';
import { Button } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArchive,
  IconCalendarRepeat,
  IconClock,
  IconFilter,
  IconFolder,
  IconInbox,
  IconPencil,
  IconSearch,
  IconSend,
  IconStar,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { listWith, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { filterWords } from '../../parts/filters/filter-words.ts';
import { Link } from '../../router/router.tsx';
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
export function ListEmpty({ list, onRefresh }: { list: ListRef; onRefresh(): void }) {
  const { t } = useTranslation();
  const kind = emptyKind(list);
  const Icon = ICONS[kind];
  return (
    <ListState
      icon={Icon}
      title={t(`threadList.empty.${kind}.title`)}
      text={t(`threadList.empty.${kind}.text`)}
    >
      <NextThing list={list} onRefresh={onRefresh} />
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

/** Nothing matches the filter: names the filter, and links to the whole list. */
export function ListFiltered({ list, onAll }: { list: ListRef; onAll(): void }) {
  const { t } = useTranslation();
  return (
    <ListState
      icon={IconFilter}
      title={t('search.filters.none')}
      text={t('search.filters.noneText', { filters: filterWords(t, termsOf(list), now()) })}
    >
      <Button variant="default" component={Link} to={addressOf(listWith(list, {}))} onClick={onAll}>
        {t('search.filters.clear')}
      </Button>
    </ListState>
  );
}

/** The suggested next step for an empty list. */
function NextThing({ list, onRefresh }: { list: ListRef; onRefresh(): void }) {
  const { t } = useTranslation();
  if (list.kind === 'folder' && list.path === 'INBOX') {
    return (
      <Button variant="default" onClick={onRefresh}>
        {t('threadList.refresh')}
      </Button>
    );
  }
  return (
    <Button variant="default" component={Link} to="/folder/INBOX">
      {t('threadList.empty.toInbox')}
    </Button>
  );
}
