import type { ReactNode } from 'react';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { Link } from '../../router/router.tsx';
import type { useDropTarget } from '../../ui/use-drop-target.ts';
import styles from './folder-rail.module.css';

type Props = {
  list: ListRef;
  /** Its name, with what is counted of it. */
  words: string;
  current: boolean;
  hasUnread: boolean;
  drop: ReturnType<typeof useDropTarget>;
  children: ReactNode;
};

/** One list in the collapsed sidebar: a sign with a tooltip. */
export function RailItem({ list, words, current, hasUnread, drop: { over, handlers }, children }: Props) {
  return (
    <li data-over={over || undefined} {...handlers}>
      <Link
        to={addressOf(list)}
        className={styles.item}
        aria-current={current ? 'page' : undefined}
        aria-label={words}
        data-hint={words}
        data-hint-side="right"
        draggable={false}
      >
        {children}
        {hasUnread && <span className={styles.dot} />}
      </Link>
    </li>
  );
}
