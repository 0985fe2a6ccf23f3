import { ARCHIVE, rolesWhere, SNOOZED, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import {
  IconAlertOctagon,
  IconArchive,
  IconArrowBackUp,
  IconBellOff,
  IconClock,
  IconClockOff,
  IconClockPause,
  IconFolderSymlink,
  IconMail,
  IconMailCheck,
  IconMailOff,
  IconMailOpened,
  IconPin,
  IconRepeatOff,
  IconStar,
  IconStarOff,
  IconTag,
  IconThumbUp,
  IconTrash,
  IconTrashX,
} from '@tabler/icons-react';
import { isFiltered } from '../../model/mail/list-filter.ts';
import { type ActTarget, groupsOf, type Place, placesOf } from '../../parts/acts/act-target.ts';
import type { ThreadAct } from '../../parts/acts/thread-act.ts';
import { type PlannedSends, threadDialog } from '../../parts/acts/thread-dialog.ts';
import { beginAct } from './begin-act.ts';
import { markAllInFolder } from './folder-acts.ts';
import { withBulk } from './late-bulk.ts';
import { recordTarget } from './recent-folders.ts';

export const ACTS: readonly ThreadAct[] = [
  {
    id: 'archive',
    icon: IconArchive,
    shortcut: 'e',
    available: (target) =>
      picked(target) &&
      liesOutside(target, 'Drafts', 'Junk', 'Trash', ...WAITING) &&
      !liesWithin(target, ...NOT_ARCHIVED) &&
      target.model.folderByPath(ARCHIVE) !== null,
    perform: archive,
  },
  {
    id: 'delete',
    icon: IconTrash,
    shortcut: '#',
    available: (target) => picked(target) && liesOutside(target, 'Trash', 'Junk', 'Drafts', ...WAITING),
    perform: byFolder('delete', 'delete', 'delete'),
  },
  {
    id: 'removeDrafts',
    icon: IconTrash,
    shortcut: '#',
    available: (target) => picked(target) && liesWithin(target, 'Drafts'),
    perform: byFolder('removeDrafts', 'delete', 'delete'),
  },
  {
    id: 'notSpam',
    icon: IconThumbUp,
    shortcut: '!',
    available: (target) => picked(target) && liesWithin(target, 'Junk'),
    perform: byFolder('notSpam', 'not-spam', 'not_spam'),
  },
  {
    id: 'restore',
    icon: IconArrowBackUp,
    available: (target) => picked(target) && liesWithin(target, 'Trash'),
    perform: byFolder('restore', 'restore', 'restore'),
  },
  {
    id: 'deleteForGood',
    icon: IconTrashX,
    shortcut: '#',
    available: (target) => picked(target) && liesWithin(target, 'Trash', 'Junk'),
    perform: (target) => threadDialog.set({ kind: 'delete-for-good', target }),
  },
  {
    id: 'spam',
    icon: IconAlertOctagon,
    shortcut: '!',
    available: (target) =>
      picked(target) && liesOutside(target, 'Sent', 'Drafts', 'Junk', 'Trash', ...WAITING),
    perform: (target) => threadDialog.set({ kind: 'spam', target }),
  },
  {
    id: 'move',
    icon: IconFolderSymlink,
    shortcut: 'v',
    available: (target) => picked(target) && liesOutside(target, 'Drafts', 'Junk', 'Trash', ...WAITING),
    perform: (target) => threadDialog.set({ kind: 'move', target }),
  },
  {
    id: 'label',
    icon: IconTag,
    shortcut: 'l',
    available: (target) => picked(target) && liesOutside(target, 'Drafts', 'Junk', 'Trash', ...WAITING),
    perform: (target) => threadDialog.set({ kind: 'label', target }),
  },
  {
    id: 'snooze',
    icon: IconClockPause,
    shortcut: 'b',
    available: (target) => few(target) && liesOutside(target, 'Sent', 'Drafts', 'Junk', 'Trash', ...WAITING),
    perform: (target) => threadDialog.set({ kind: 'snooze', target }),
  },
  {
    id: 'unsnooze',
    icon: IconArrowBackUp,
    available: (target) => few(target) && liesWithin(target, SNOOZED),
    perform: (target) =>
      beginAct(target, {
        name: 'unsnooze',
        operation: (threads) => ({ kind: 'unsnooze', groups: groupsOf(threads) }),
        together: true,
      }),
  },
  {
    id: 'followUp',
    icon: IconClock,
    shortcut: 'w',
    available: (target) => few(target) && target.threads.every((row) => isSent(row) || awaits(row)),
    perform: (target) => threadDialog.set({ kind: 'follow-up', target }),
  },
  {
    id: 'endFollowUp',
    icon: IconClockOff,
    available: (target) => few(target) && target.threads.every(awaits),
    perform: (target) =>
      beginAct(target, {
        name: 'endFollowUp',
        operation: (threads) => ({ kind: 'follow-up', groups: groupsOf(threads), at: null }),
        each: true,
      }),
  },
  cancelOf('cancelScheduled', 'WEBMAIL_SCHEDULED', IconClockOff),
  cancelOf('cancelPeriodic', 'webmail_period', IconRepeatOff),
  {
    id: 'markRead',
    icon: IconMailOpened,
    shortcut: 'Shift+i',
    available: someListed((thread) => thread.unread),
    perform: (target) => mark(target, false),
  },
  {
    id: 'markUnread',
    icon: IconMail,
    shortcut: 'Shift+u',
    available: someListed((thread) => !thread.unread),
    perform: (target) => mark(target, true),
  },
  {
    id: 'star',
    icon: IconStar,
    shortcut: 's',
    available: someListed((thread) => !thread.starred),
    perform: (target) => star(target, true),
  },
  {
    id: 'unstar',
    icon: IconStarOff,
    shortcut: 's',
    available: (target) =>
      picked(target) &&
      liesOutside(target, ...WAITING) &&
      (target.whole !== null || target.threads.every((thread) => thread.starred)),
    perform: (target) => star(target, false),
  },
  toggleOf('pin', true, IconPin),
  toggleOf('pin', false, IconPin),
  toggleOf('mute', true, IconBellOff),
  toggleOf('mute', false, IconBellOff),
  {
    id: 'emptyTrash',
    icon: IconTrashX,
    ofFolder: true,
    available: (target) => shownFolder(target)?.name === 'Trash' && total(target) > 0,
    perform: (target) => threadDialog.set({ kind: 'empty-trash', target }),
  },
  {
    id: 'markAllRead',
    icon: IconMailCheck,
    ofFolder: true,
    available: (target) => (shownFolder(target)?.unread_threads ?? 0) > 0,
    perform: ({ model, list }) => {
      if (list.kind === 'folder') void markAllInFolder(model, list.path, false);
    },
  },
  {
    id: 'markAllUnread',
    icon: IconMailOff,
    ofFolder: true,
    available: (target) => (shownFolder(target)?.unread_threads ?? 0) < total(target),
    perform: ({ model, list }) => {
      if (list.kind === 'folder') void markAllInFolder(model, list.path, true);
    },
  },
];

/** An act of a folder on what is in it, and of a job on a whole list. */
function byFolder(
  name: 'delete' | 'removeDrafts' | 'notSpam' | 'restore' | 'deleteForGood',
  kind: 'delete' | 'not-spam' | 'restore' | 'delete-for-good',
  action: 'delete' | 'not_spam' | 'restore',
): ThreadAct['perform'] {
  return (target) =>
    beginAct(target, {
      name,
      operation: (threads) => ({ kind, groups: groupsOf(threads) }),
      bulk: { action },
    });
}

function isSent({ mailbox_name }: Thread): boolean {
  return mailbox_name === 'Sent';
}

function awaits({ follow_up_at: at, unanswered_since: since }: Thread): boolean {
  return at !== undefined || since !== undefined;
}

/** In lists of mail that waits to be sent, the only act is cancelling. */
const WAITING = rolesWhere((role) => role.pending) as SystemFolder[];

/** Places that archiving skips: the archive itself, and sent mail, which was never in the way. */
const NOT_ARCHIVED: readonly Place[] = [ARCHIVE, 'Sent'];

/** TL-5: the only act in a list of planned messages; for the whole list only where all of it is shown. */
function cancelOf(
  id: 'cancelScheduled' | 'cancelPeriodic',
  list: PlannedSends['list'],
  icon: ThreadAct['icon'],
): ThreadAct {
  return {
    id,
    icon,
    shortcut: '#',
    available: (target) =>
      picked(target) && liesWithin(target, list) && (!target.whole || shownFolder(target) !== null),
    perform: ({ threads, whole, onBegun }) =>
      threadDialog.set({
        kind: 'cancel-planned',
        planned: {
          list,
          messageIds: whole ? null : threads.flatMap(({ message_ids }) => message_ids),
          threads: whole?.total ?? threads.length,
          onEnded: () => onBegun?.(true),
        },
      }),
  };
}

/** Pins at the top of the folder, mutes, or ends that. */
function toggleOf(kind: 'pin' | 'mute', on: boolean, icon: ThreadAct['icon']): ThreadAct {
  const id = on ? kind : (`un${kind}` as const);
  const isOther = (thread: Thread) => (thread[kind === 'pin' ? 'pinned' : 'muted'] === true) !== on;
  return {
    id,
    icon,
    shortcut: kind === 'pin' ? 'p' : 'm',
    available: (target) =>
      few(target) &&
      liesOutside(target, 'Drafts', 'Junk', 'Trash', ...WAITING) &&
      (on ? target.threads.some(isOther) : target.threads.every(isOther)),
    perform: (target) =>
      beginAct(
        { ...target, threads: target.threads.filter(isOther) },
        {
          name: id,
          operation: (threads) => ({ kind, groups: groupsOf(threads), on }),
          together: true,
        },
      ),
  };
}

/** The acts on the selected or open threads, if any; those of the folder would then affect far more. */
export function actsFor(target: ActTarget): ThreadAct[] {
  return ACTS.filter((act) => !act.ofFolder === picked(target) && act.available(target));
}

/** Performs the act of a shortcut where there is one, or says why not; returns whether it did. */
export function performShortcut(shortcut: string, target: ActTarget): boolean {
  const acts = ACTS.filter((each) => each.shortcut === shortcut);
  const act = acts.find((each) => each.available(target));
  if (!act && acts[0]) void withBulk((bulk) => bulk.refuse(target, acts));
  act?.perform(target);
  return !!act;
}

function archive(target: ActTarget): void {
  const to = target.model.folderByPath(ARCHIVE);
  if (!to) return;
  const threads = target.threads.filter((thread) => !NOT_ARCHIVED.includes(thread.mailbox_name as Place));
  beginAct(
    { ...target, threads },
    {
      name: 'archive',
      operation: (some) => ({ kind: 'move', groups: groupsOf(some), toFolderId: to.id }),
      bulk: { action: 'archive' },
    },
  );
}

export function moveTo(target: ActTarget, folder: Folder, folderWords: string): void {
  const threads = target.threads.filter((thread) => thread.folder_id !== folder.id);
  if (threads.length === 0 && !target.whole) return;
  recordTarget(folder);
  beginAct(
    { ...target, threads },
    {
      name: 'move',
      operation: (some) => ({ kind: 'move', groups: groupsOf(some), toFolderId: folder.id }),
      bulk: { action: 'move', to_folder_id: folder.id },
      folder: folderWords,
    },
  );
}

export function markAsSpam(
  target: ActTarget,
  { afterUndo, blocking = false }: { afterUndo?: () => void; blocking?: boolean } = {},
): void {
  beginAct(target, {
    name: 'spam',
    operation: (threads) => ({ kind: 'spam', groups: groupsOf(threads) }),
    bulk: { action: 'spam', block_senders: blocking },
    afterUndo,
  });
}

export const deleteForGood = byFolder('deleteForGood', 'delete-for-good', 'delete');

export function setStar(target: ActTarget, thread: Thread): void {
  star({ ...target, threads: [thread], whole: null }, !thread.starred);
}

function mark(target: ActTarget, unread: boolean): void {
  const threads = target.threads.filter((thread) => thread.unread !== unread);
  beginAct(
    { ...target, threads },
    {
      name: unread ? 'markUnread' : 'markRead',
      operation: (some) => ({ kind: 'mark', groups: groupsOf(some), unread }),
      bulk: { action: unread ? 'unread' : 'read' },
    },
  );
}

function star(target: ActTarget, starred: boolean): void {
  const threads = target.threads.filter((thread) => thread.starred !== starred);
  beginAct(
    { ...target, threads },
    {
      name: starred ? 'star' : 'unstar',
      operation: ([thread]) => ({ kind: 'star', thread: thread as Thread, starred }),
      bulk: { action: starred ? 'star' : 'unstar' },
      star: true,
    },
  );
}

function picked(target: ActTarget): boolean {
  return target.whole !== null || target.threads.length > 0;
}

/** Rows that are picked, and no whole list, for which there is no server job. */
function few(target: ActTarget): boolean {
  return !target.whole && picked(target);
}

/** Of a list besides those that only wait, whether one of the rows is so. */
function someListed(is: (thread: Thread) => boolean): ThreadAct['available'] {
  return (target) => liesOutside(target, ...WAITING) && (target.whole !== null || target.threads.some(is));
}

function liesWithin(target: ActTarget, ...places: Place[]): boolean {
  return [...placesOf(target)].every((place) => places.includes(place));
}

function liesOutside(target: ActTarget, ...places: Place[]): boolean {
  return ![...placesOf(target)].some((place) => places.includes(place));
}

function shownFolder({ model, list }: ActTarget): Folder | null {
  // The acts of a folder would affect more than the filtered list shows.
  return list.kind === 'folder' && !isFiltered(list) ? model.folderByPath(list.path) : null;
}

function total(target: ActTarget): number {
  return shownFolder(target)?.total_threads ?? 0;
}
