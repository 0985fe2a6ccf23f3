import type { User } from '@bocau/contract/account.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Label } from '@bocau/contract/labels.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import {
  IconAddressBook,
  IconArrowRight,
  IconBuilding,
  IconCalendar,
  IconChecklist,
  IconCloud,
  IconFolderPlus,
  IconHelpCircle,
  IconMail,
  IconMessages,
  IconPencil,
  IconSettings,
  IconTag,
  IconTemplate,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { settingSearch as english } from '../../i18n/en/setting-search.ts';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { settingSearch as vietnamese } from '../../i18n/vi/setting-search.ts';
import type { Store } from '../../lib/store.ts';
import { useNavigate } from '../../router/router.tsx';
import { addressOf } from '../addresses/list-address.ts';
import { CALENDAR_TASKS } from '../calendar/calendar-address.ts';
import { templateRequest, useWithCompose } from '../compose/lazy-compose.ts';
import { peopleAddressOf } from '../contacts/people-address.ts';
import type { Entry } from '../finding/find-entries.ts';
import { foldersBelow, folderWords, pathWords } from '../folders/folder-names.ts';
import { helpRequest } from '../help/help-request.ts';
import { labelPathWords, leafOf } from '../labels/label-names.ts';
import { useMailbox } from '../mailbox/use-mailbox.ts';
import { canBeMerged, mergeRequest } from '../merges/merge-request.ts';
import { useSessionState } from '../session/use-session-model.ts';
import { useCalendarActs, useCalendarViews } from './calendar-acts.ts';
import { CONSOLE_PLACES, type ConsolePlace } from './console-places.ts';
import { ACCOUNT_PLACES, FIELDS, type PlaceId } from './places.ts';

export type FoundEntry = Entry & {
  words: string;
  /** Its context, where its label alone is ambiguous. */
  within: string;
  icon: ComponentType<{ size?: number | string }>;
  shortcut: string | null;
  run(): void;
};

const ROOMS = [
  { id: 'mail', to: '/', label: 'folders.mail', icon: IconMail },
  { id: 'calendar', to: '/calendar', label: 'folders.calendar', icon: IconCalendar },
  { id: 'tasks', to: CALENDAR_TASKS, label: 'keyboard.tasks', icon: IconChecklist },
  { id: 'contacts', to: '/contacts', label: 'folders.contacts', icon: IconAddressBook },
  { id: 'directory', to: peopleAddressOf('directory'), label: 'keyboard.directory', icon: IconBuilding },
  { id: 'others', to: peopleAddressOf('others'), label: 'keyboard.others', icon: IconMessages },
  { id: 'drive', to: '/drive', label: 'folders.drive', icon: IconCloud },
  { id: 'settings', to: '/setting', label: 'shell.settings', icon: IconSettings },
] as const;
const OTHER = { also: [], within: '', shortcut: null } as const;

/** Destinations that both the command palette and the search of the settings find, whatever is shown. */
export function usePlaces() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const withCompose = useWithCompose();
  const folders = useMailbox((model) => model.folders());
  const labels = useMailbox((model) => model.labels());
  const user = useSessionState((session) => session.user());
  const go = (to: string) => () => {
    void navigate(to);
    // CL-405: where it was is gone with its room, or stays outside of the new one.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  /** In the message that is being written, or in a new one. */
  const inMessage = (request: Store<string | null>) => () =>
    withCompose((model) => {
      const open = model.windows().findLast(({ windowState }) => windowState !== 'mini');
      request.set(open?.id ?? model.openNew());
    });

  const compose: FoundEntry = {
    ...OTHER,
    ...{ id: 'compose', words: t('messages.compose'), names: [t('messages.compose')], icon: IconPencil },
    shortcut: 'c',
    run: () => withCompose((model) => model.openNew()),
  };
  const insertTemplate: FoundEntry = {
    ...OTHER,
    ...{ id: 'insert-template', words: t('templates.insert.pick'), names: [t('templates.insert.pick')] },
    also: also('templates'),
    icon: IconTemplate,
    shortcut: 'Mod+/',
    run: inMessage(templateRequest),
  };
  const merge: FoundEntry = {
    ...OTHER,
    ...{ id: 'merge', words: t('merging.palette'), names: [t('merging.palette')], also: also('merge') },
    icon: IconUsers,
    // Of the message that is being written where it can be, or of a new one.
    run: () =>
      withCompose((model) => {
        const open = model.windows().findLast((view) => view.windowState !== 'mini' && canBeMerged(view));
        mergeRequest.set(open?.id ?? model.openNew());
      }),
  };
  const merges: FoundEntry = {
    ...OTHER,
    ...{ id: 'merges', words: t('merging.all'), names: [t('merging.all')], also: also('merge') },
    icon: IconUsers,
    run: go('/merges'),
  };
  const newFolder: FoundEntry = {
    ...OTHER,
    ...{ id: 'new-folder', words: t('folders.menu.new'), names: [t('folders.menu.new')] },
    icon: IconFolderPlus,
    run: go('/setting/folders?do=new'),
  };
  const rooms = ROOMS.filter(({ id }) => id !== 'drive' || user?.enable_drive).map(
    ({ id, to, label, icon }): FoundEntry => {
      const words = t('keyboard.goTo', { folder: t(label) });
      return { ...OTHER, ...{ id, words, names: [t(label), words], also: also(id), icon, run: go(to) } };
    },
  );
  const calendarActs = useCalendarActs(go).map(
    (act): FoundEntry => ({ ...OTHER, ...act, names: [...act.names], also: also(act.id) }),
  );
  const calendarViews = useCalendarViews(go).map(
    (way): FoundEntry => ({ ...OTHER, ...way, names: [way.words], within: t('folders.calendar') }),
  );
  const helpElsewhere = user?.links?.help;
  const help: FoundEntry = {
    ...OTHER,
    ...{ id: 'help', words: t('shell.help'), names: [t('shell.help')], also: also('help') },
    icon: IconHelpCircle,
    run: () => (helpElsewhere ? void window.open(helpElsewhere, '_blank', 'noopener') : helpRequest.set('')),
  };
  return {
    fields: fieldEntries(t, go),
    /** CL-380: what one goes to by a name alone. */
    rooms,
    /** Other matches, the ones most closely related to the fields first. */
    others: [
      ...accountEntries(t, user?.type === 'Owner' || user?.provider === true),
      ...(user?.enable_smtp === 1 ? [compose, insertTemplate, merge, merges] : []),
      ...folderEntries(t, folders, go),
      ...labelEntries(t, labels, go),
      ...calendarViews,
      ...calendarActs,
      newFolder,
      help,
      ...consoleEntries(t, user),
    ],
  };
}

type Go = (to: string) => () => void;

function folderEntries(t: Say, folders: readonly Folder[], go: Go): FoundEntry[] {
  const paths = ['INBOX', STARRED, WAITING, ...foldersBelow(folders).map((folder) => folder.display_name)];
  return [...new Set(paths)].map((path): FoundEntry => {
    const words = t('keyboard.goTo', { folder: pathWords(t, path) });
    return {
      ...OTHER,
      ...{ id: `folder-${path}`, words, names: [folderWords(t, path), pathWords(t, path), words] },
      also: [path],
      icon: IconArrowRight,
      run: go(
        path === WAITING ? addressOf({ kind: 'label', id: WAITING }) : `/folder/${encodeURIComponent(path)}`,
      ),
    };
  });
}

function labelEntries(t: Say, labels: readonly Label[], go: Go): FoundEntry[] {
  return labels.map(({ id, name }): FoundEntry => {
    const words = t('labels.goTo', { name: labelPathWords(name) });
    return {
      ...OTHER,
      ...{ id: `label-${id}`, words, names: [leafOf(name), labelPathWords(name), words] },
      icon: IconTag,
      run: go(`/label/${id}`),
    };
  });
}

/** The fields of the settings. */
function fieldEntries(t: Say, go: Go): FoundEntry[] {
  return FIELDS.map(
    ({ id, tab, label }): FoundEntry => ({
      ...OTHER,
      ...{ id: `setting-${id}`, words: t(label), names: [t(label)], also: also(id) },
      within: `${t('shell.settings')} › ${t(`settings.tabs.${tab}`)}`,
      icon: IconSettings,
      run: go(`/setting/${tab}?field=${id}`),
    }),
  );
}

/** The pages of the account. */
function accountEntries(t: Say, administers: boolean): FoundEntry[] {
  return ACCOUNT_PLACES.filter((place) => !place.forAdministrators || administers).map(
    ({ id, to, label }): FoundEntry => ({
      ...OTHER,
      ...{ id: `account-${id}`, words: t(label), names: [t(label)], also: also(id) },
      within: id === 'account' ? '' : t('account.title'),
      icon: IconUserCircle,
      // In a new tab, as from the account menu: the mailbox stays open.
      run: () => void window.open(to, '_blank', 'noopener'),
    }),
  );
}

/** CL-404: the pages of the console, in a new tab like those of the account. */
function consoleEntries(t: Say, user: User | null): FoundEntry[] {
  if (user?.type !== 'Owner' && user?.provider !== true) return [];
  const kind = user.provider ? 'providers' : 'owners';
  return Object.entries<ConsolePlace>(CONSOLE_PLACES)
    .filter(([, { only = kind }]) => only === kind)
    .map(
      ([id, { name, words, icon }]): FoundEntry => ({
        ...OTHER,
        ...{ id: `console-${id}`, words: t(words), names: [t(words)], icon },
        within: t('account.pages.admin'),
        run: () => void window.open(`/admin/${name}`, '_blank', 'noopener'),
      }),
    );
}

/** Synonyms, in both languages. */
function also(id: PlaceId): string[] {
  return [vietnamese[id], english[id]];
}
