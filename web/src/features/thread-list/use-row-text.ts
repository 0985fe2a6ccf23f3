import { roleOf, SNOOZED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import type { Spoken } from '../../i18n/i18n.ts';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSameWall, shortMoment } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { now } from '../../lib/timers.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { labelPathWords } from '../../parts/labels/label-names.ts';
import { useLabelsOf } from '../../parts/labels/use-labels.ts';
import { doubtWords, isDoubtful } from '../../parts/senders/sender-doubts.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';
import { namesOf, namesRecipients, peopleOf, timeOf } from './row-words.ts';

type Shown = {
  /** The user's own addresses, the time zone for planned messages, and the label whose list it is. */
  handlers: { own: ReadonlySet<string>; timeZone: string; label: string | null };
  labelled: boolean;
  sized: boolean;
};

export type RowText = ReturnType<typeof useRowText>;

/**
 * The texts of a row: its cells show them, and `spoken` is one sentence of all of them for screen readers.
 */
export function useRowText(thread: Thread, { handlers, labelled, sized }: Shown) {
  const { t, language } = useTranslation();
  const people = peopleOf(thread);
  const doubtful = people.find(isDoubtful);
  const isToWhom = namesRecipients(thread.mailbox_name);
  const nobody = isToWhom ? 'threadList.nobody' : 'threadDetail.message.nobody';
  const draft = thread.draft_ids.length > 0 && t('threadList.draft');
  /** Before the names of recipients. */
  const to = isToWhom && people.length > 0 && t('threadList.to');
  const names = namesOf(people, handlers.own, t('threadList.me')) || t(nobody);
  const doubt = doubtful && doubtWords(t, doubtful);
  const time = timeOf(thread, handlers.timeZone);
  const labels = useLabelsOf(thread.label_ids).filter(({ id }) => id !== handlers.label);
  const labelNames = labels.map(({ name }) => labelPathWords(name)).join(', ');
  const zone = zoneNote({ t, language }, thread, handlers.timeZone);
  // Nearly all that waits for an answer lies in Sent.
  const isPlain = handlers.label === WAITING && thread.mailbox_name === 'Sent';
  /** In the order in which they are read out. */
  const signs = {
    muted: thread.muted && t('threadList.muted'),
    later: laterWords(t, thread, handlers.timeZone),
    foundIn: thread.found_in && t('threadList.foundIn', { name: thread.found_in }),
    opened: openedWords(t, thread),
    important: thread.important && t('threadList.important'),
    receipt: thread.receipt && t('threadList.receipt'),
    attachments: thread.has_attachments && t('threadList.hasAttachments'),
    size: sized && readableSize(thread.size),
    folder: labelled && !isPlain && folderWords(t, thread.mailbox_name),
  };
  const pinned = thread.pinned && t('threadList.pinned');
  const spoken = [
    pinned,
    thread.unread && t('threadList.unread'),
    thread.starred && t('threadList.starred'),
    draft,
    to ? `${to} ${names}` : names,
    doubt,
    subjectWords(t, thread.subject),
    labelNames && t('threadList.labels', { names: labelNames }),
    ...Object.values(signs),
    time + zone,
  ];
  return {
    ...{ ...signs, pinned, labels, labelNames, draft, to, names, doubt, time, zone },
    spoken: spoken.filter(Boolean).join(', '),
  };
}

/** When what is snoozed comes back, and since when it has been back; until or since when nobody has answered. */
function laterWords(t: Say, thread: Thread, zone: string): string | false {
  const { back_at: backAt, snoozed_until: until, follow_up_at: asked, unanswered_since: since } = thread;
  const at = until ?? since ?? asked ?? backAt;
  if (at === undefined) return thread.mailbox_name === SNOOZED && t('threadList.later.reply');
  const kind = until ? 'until' : since ? 'unanswered' : asked ? 'waiting' : 'back';
  return t(`threadList.later.${kind}`, { time: shortMoment(at, now(), zone) });
}

/** Whether it was likely opened; empty where no tracking was requested. */
function openedWords(t: Say, { tracking }: Thread): string {
  const times = tracking?.view_count;
  if (times === undefined) return '';
  return times === 0 ? t('threadList.unopened') : t('threadList.opened', { times });
}

/** For a planned message, the user's zone, where the browser's clock shows another time. */
function zoneNote({ t, language }: Spoken, thread: Thread, timeZone: string): string {
  const { mailbox_name, last_message_timestamp: at } = thread;
  if (!roleOf(mailbox_name)?.pending || isSameWall(at, timeZone)) return '';
  return ` (${t('threadList.zone', { zone: zoneWords(timeZone, at, language).place })})`;
}
