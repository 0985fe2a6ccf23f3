import { IconChevronRight, IconDotsVertical } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MenuPlace } from '../../ui/placed-menu.tsx';
import styles from './folder-line.module.css';
import { openFolder } from './open-folders.ts';

/** Shows and hides what is nested in a folder or label. */
export function LineToggle({ id, name, open }: { id: string; name: string; open: boolean }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.toggle}
      data-open={open || undefined}
      aria-expanded={open}
      aria-label={t(open ? 'folders.shut' : 'folders.open', { name })}
      onClick={() => openFolder(id, !open)}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  );
}

/** The same by the arrow keys. */
export function toggleByKey(event: KeyboardEvent, id: string): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === 'ArrowRight') openFolder(id, true);
  if (event.key === 'ArrowLeft') openFolder(id, false);
}

export function LineMenuButton({ name, onMenu }: { name: string; onMenu(place: MenuPlace): void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.menu}
      aria-haspopup="menu"
      aria-label={t('folders.menu.of', { name })}
      onClick={(event) => onMenu(event.currentTarget.getBoundingClientRect())}
    >
      <IconDotsVertical size={16} aria-hidden />
    </button>
  );
}
