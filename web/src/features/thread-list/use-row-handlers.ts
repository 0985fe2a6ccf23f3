import type { Thread } from '@bocau/contract/threads.ts';
import { useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import type { ThreadAct } from '../../parts/acts/thread-act.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { showDragImage } from '../../ui/rows/drag-image.ts';
import { ACTS, setStar } from '../thread-actions/acts.ts';
import { endThreadDrag, startThreadDrag } from '../thread-actions/thread-drag.ts';
import { type Side, swipeAct } from './swipe-act.ts';

const QUICK_ACTS = [
  'archive',
  'delete',
  'removeDrafts',
  'notSpam',
  'restore',
  'deleteForGood',
  'markRead',
  'markUnread',
  'snooze',
  'move',
];

/** The callbacks of a row to its list; the same object as long as the list is the same. */
export type RowHandlers = {
  own: ReadonlySet<string>;
  /** The user's zone, for the times of planned messages. */
  timeZone: string;
  /** The label whose list it is: its own rows don't show it. */
  label: string | null;
  href(thread: Thread): string;
  open(thread: Thread): void;
  toggle(thread: Thread, range: boolean): void;
  star(thread: Thread): void;
  quickActs(thread: Thread): readonly ThreadAct[];
  swipeAct(thread: Thread, side: Side): ThreadAct | null;
  perform(act: ThreadAct, thread: Thread): void;
  point(thread: Thread | null): void;
  drag(thread: Thread, data: DataTransfer): void;
  dragEnd(): void;
};

/** The values that change with every render of the list. */
type Current = Pick<RowHandlers, 'open' | 'toggle'> & {
  picked: readonly Thread[];
  targetOf(threads: readonly Thread[]): ActTarget;
};

export function useRowHandlers(
  current: Current,
  list: ListRef,
  page: number,
  point: RowHandlers['point'],
): RowHandlers {
  const { t } = useTranslation();
  const own = useOwnAddresses();
  const { time_zone: timeZone, swipe_left, swipe_right } = useSettings();
  const latest = useRef(current);
  latest.current = current;
  return useMemo(
    () => ({
      own,
      timeZone,
      label: list.kind === 'label' ? list.id : null,
      href: (thread) => addressOf(list, page, thread.id),
      open: (thread) => latest.current.open(thread),
      toggle: (thread, range) => latest.current.toggle(thread, range),
      star: (thread) => setStar(latest.current.targetOf([thread]), thread),
      quickActs: (thread) => {
        const target = latest.current.targetOf([thread]);
        const fitting = ACTS.filter((act) => QUICK_ACTS.includes(act.id) && act.available(target));
        return [...fitting].sort((a, b) => QUICK_ACTS.indexOf(a.id) - QUICK_ACTS.indexOf(b.id));
      },
      swipeAct: (thread, side) =>
        swipeAct({ swipe_left, swipe_right }, side, latest.current.targetOf([thread])),
      perform: (act, thread) => act.perform(latest.current.targetOf([thread])),
      point,
      drag: (thread, data) => {
        const { picked } = latest.current;
        const dragged = picked.includes(thread) ? picked : [thread];
        startThreadDrag(data, list, dragged);
        showDragImage(data, t('acts.threads', { count: dragged.length }));
      },
      dragEnd: endThreadDrag,
    }),
    [own, timeZone, swipe_left, swipe_right, list, page, point, t],
  );
}
