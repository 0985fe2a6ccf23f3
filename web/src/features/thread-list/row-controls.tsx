import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { IconCheck, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RowCheckbox } from '../../ui/rows/row-checkbox.tsx';
import { RowFace } from './row-face.tsx';
import styles from './thread-row.module.css';
import type { RowHandlers } from './use-row-handlers.ts';

type ControlProps = { thread: Thread; handlers: RowHandlers };

/** Selects the conversation; for touch, it shows the sender's face, or the mark of the selection. */
export function RowPick({
  thread,
  handlers,
  faced,
  picked,
}: ControlProps & { faced: boolean; picked: boolean }) {
  const { t } = useTranslation();
  return (
    <RowCheckbox
      className={styles['room']}
      label={t('threadList.pickRow')}
      checked={picked}
      onPick={(range) => handlers.toggle(thread, range)}
    >
      {faced && (
        <span className={styles['face']} aria-hidden>
          {picked ? <IconCheck size={20} /> : <RowFace thread={thread} own={handlers.own} />}
        </span>
      )}
    </RowCheckbox>
  );
}

/** TL-5: messages that wait to be sent have no star. */
export function RowStar({ thread, handlers }: ControlProps) {
  const { t } = useTranslation();
  if (roleOf(thread.mailbox_name)?.pending) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={thread.starred}
      aria-label={thread.starred ? t('acts.labels.unstar') : t('acts.labels.star')}
      onClick={(event) => {
        event.stopPropagation();
        handlers.star(thread);
      }}
    >
      {thread.starred ? <IconStarFilled size={18} /> : <IconStar size={18} />}
    </button>
  );
}

/** The acts that are shown while a pointer is on the row. */
export function RowQuickActs({ thread, handlers }: ControlProps) {
  const { t } = useTranslation();
  return handlers.quickActs(thread).map((act) => (
    <button
      key={act.id}
      type="button"
      tabIndex={-1}
      title={t(`acts.labels.${act.id}`)}
      aria-label={t(`acts.labels.${act.id}`)}
      onClick={(event) => {
        event.stopPropagation();
        handlers.perform(act, thread);
      }}
    >
      <act.icon size={18} />
    </button>
  ));
}

const SIDES = ['right', 'left'] as const;

/** What swiping the row would do, rendered before it moves. */
export function SwipeSigns({ thread, handlers }: ControlProps) {
  return SIDES.map((side) => {
    const act = handlers.swipeAct(thread, side);
    return (
      act && (
        <span
          key={side}
          className={styles['swipe']}
          data-side={side}
          data-removes={act.shortcut === '#' || undefined}
          aria-hidden
        >
          <act.icon size={22} />
        </span>
      )
    );
  });
}
