// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
import type { DriveFile } from '@bocau/contract/drive.ts';
import { memo } from 'react';
import { fullDate, shortDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { now } from '../../lib/timers.ts';
import type { DriveListRef } from '../../model/drive/drive-list.ts';
import { isFolder, shownTime } from './drive-kinds.ts';
import styles from './drive-row.module.css';
import { EntryMenu, EntryPick, EntryTitle } from './entry-controls.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { FoundInText, SharedBy, TrashedBy, useSpokenEntry } from './entry-signs.tsx';
import { useEntryPointer } from './use-entry-pointer.ts';
import type { RowHandlers } from './use-row-handlers.ts';

export type EntryProps = {
  file: DriveFile;
  rowId: string;
  index: number;
  top: number;
  place: { column: number; columns: number };
  tall: boolean;
  picked: boolean;
  anyPicked: boolean;
  cursor: boolean;
  renaming: boolean;
  list: DriveListRef['kind'];
  handlers: RowHandlers;
};

/** Memoised: rendered again only when its own entry or state changes. */
export const DriveRow = memo(function DriveRow(props: EntryProps) {
  const { file, tall, picked, list, renaming, handlers } = props;
  const { over, handlers: pointer } = useEntryPointer(file, { renaming, picking: props.anyPicked }, handlers);
  const spoken = useSpokenEntry(file, list);
  const at = shownTime(file, list);
  const size = isFolder(file) ? '' : readableSize(file.size);
  const date = <time title={fullDate(at)}>{shortDate(at, now())}</time>;
  const found =
    list === 'search' ? (
      <FoundInText file={file} />
    ) : list === 'shared' ? (
      <SharedBy file={file} />
    ) : (
      <TrashedBy file={file} />
    );
  const states = [
    styles.row,
    tall ? styles.tall : styles.flat,
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
      style={{ transform: `translateY(${props.top}px)` }}
      data-over={over || undefined}
      {...pointer}
    >
      <span className={styles.pick} role="gridcell">
        <EntryPick file={file} className={styles.room} handlers={handlers} picked={picked} />
      </span>
      <span className={styles.icon} role="gridcell">
        <EntryIcon file={file} size={tall ? 40 : 28} />
      </span>
      <span className={styles.name} role="gridcell">
        <EntryTitle file={file} renaming={renaming} handlers={handlers} />
        {!tall && found}
      </span>
      {tall ? (
        <span className={styles.about} role="gridcell">
          {size && <span>{size}</span>}
          {date}
          {found}
        </span>
      ) : (
        <>
          <span className={styles.date} role="gridcell">
            {date}
          </span>
          <span className={styles.size} role="gridcell">
            {size}
          </span>
        </>
      )}
      <span className={styles.menu} role="gridcell">
        <EntryMenu file={file} handlers={handlers} />
      </span>
    </div>
  );
});
