import { Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FolderIcon } from '../../parts/folders/folder-icon.tsx';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { type FolderRow, listOfRow, unreadWithin } from '../../parts/folders/folder-rows.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ComposeButton } from '../compose/windows/compose-button.tsx';
import styles from './folder-rail.module.css';
import { QuotaLine } from './quota-line.tsx';
import { RailItem } from './rail-item.tsx';
import { SupportLinks } from './support-links.tsx';
import { useThreadDrop } from './use-thread-drop.ts';

const LabelRail = lazyPart(async () => (await import('./label-rail.tsx')).LabelRail, 'on-demand');

type Props = { main: readonly FolderRow[]; own: readonly FolderRow[]; shown: string | null };

/** The sidebar collapsed to a rail: icons with tooltips; of the user's own folders only the top level. */
export function FolderRail({ main, own, shown }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.rail}>
      <ComposeButton as="sign" />
      <nav className={styles.folders} aria-label={t('folders.picker.list')}>
        <ul aria-label={t('folders.main')}>
          {main.map((row) => (
            <RailFolder key={row.path} row={row} current={row.path === shown} />
          ))}
        </ul>
        <ul aria-label={t('folders.own')}>
          {own.map((row) => (
            <RailFolder key={row.path} row={row} current={shown?.split('/')[0] === row.path} />
          ))}
        </ul>
        <Suspense>
          <LabelRail />
        </Suspense>
      </nav>
      <SupportLinks folded />
      <QuotaLine folded />
    </div>
  );
}

function RailFolder({ row, current }: { row: FolderRow; current: boolean }) {
  const { t } = useTranslation();
  const drop = useThreadDrop(row.folder);
  const name = folderWords(t, row.path);
  const unread = row.folder && row.counts === 'unread' ? unreadWithin(row.folder) : row.count;
  const words = unread > 0 ? t(`folders.${row.counts}`, { name, count: unread }) : name;
  return (
    <RailItem
      list={listOfRow(row)}
      words={words}
      current={current}
      hasUnread={row.counts === 'unread' && unread > 0}
      drop={drop}
    >
      {row.folder === null || row.folder.system ? (
        <FolderIcon path={row.path} size={20} />
      ) : (
        // The same icon on many folders says nothing; their initials do.
        <span className={styles.letter} aria-hidden>
          {firstLetter(name)}
        </span>
      )}
    </RailItem>
  );
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('vi', { granularity: 'grapheme' }).segment(name);
  return (first?.segment ?? '').toLocaleUpperCase('vi');
}
