// biome-ignore-all lint/a11y/useSemanticElements: tiles are positioned freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active tile
import { memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { now } from '../../lib/timers.ts';
import { isFolder, shownTime } from './drive-kinds.ts';
import type { EntryProps } from './drive-row.tsx';
import styles from './drive-tile.module.css';
import { EntryMenu, EntryPick, EntryTitle } from './entry-controls.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { useSpokenEntry } from './entry-signs.tsx';
import { useEntryPointer } from './use-entry-pointer.ts';

/** An entry as a tile with its thumbnail. */
export const DriveTile = memo(function DriveTile(props: EntryProps) {
  const { file, picked, list, renaming, place, handlers } = props;
  const { t } = useTranslation();
  const { over, handlers: pointer } = useEntryPointer(file, { renaming, picking: props.anyPicked }, handlers);
  const spoken = useSpokenEntry(file, list);
  const width = 100 / place.columns;
  const size = isFolder(file) ? t('drive.folder') : readableSize(file.size);
  const about =
    list === 'search' && file.prop.found_in === 'text'
      ? t('drive.foundInText')
      : `${list === 'shared' ? file.owner_display_name || file.owner : size} · ${shortDate(shownTime(file, list), now())}`;
  const states = [
    styles.tile,
    picked ? styles.picked : '',
    props.cursor ? styles.cursor : '',
    props.anyPicked ? styles.picking : '',
  ];
  return (
    <div
      id={props.rowId}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={picked}
      aria-label={spoken}
      className={states.filter(Boolean).join(' ')}
      style={{
        transform: `translateY(${props.top}px)`,
        left: `${place.column * width}%`,
        width: `${width}%`,
      }}
      data-over={over || undefined}
      {...pointer}
    >
      <div className={styles.card} role="gridcell">
        <EntryPick file={file} className={styles.room} handlers={handlers} picked={picked} />
        <EntryMenu file={file} className={styles.menu} handlers={handlers} />
        <span className={styles.picture}>
          <EntryIcon file={file} size={80} />
        </span>
        <span className={styles.name}>
          <EntryTitle file={file} renaming={renaming} handlers={handlers} />
        </span>
        <span className={styles.about}>{about}</span>
      </div>
    </div>
  );
});
