import type { Folder } from '@bocau/contract/folders.ts';
import { type CSSProperties, type DragEvent, memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { FolderIcon } from '../../parts/folders/folder-icon.tsx';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { type FolderRow, listOfRow, unreadWithin } from '../../parts/folders/folder-rows.ts';
import { Link } from '../../router/router.tsx';
import type { MenuPlace } from '../../ui/placed-menu.tsx';
import { endFolderDrag, startFolderDrag } from './folder-drag.ts';
import styles from './folder-line.module.css';
import { hasMenu } from './folder-marks.ts';
import { LineMenuButton, LineToggle, toggleByKey } from './line-parts.tsx';
import { useFolderDrop } from './use-folder-drop.ts';
import { useThreadDrop } from './use-thread-drop.ts';

type Props = {
  row: FolderRow;
  current: boolean;
  open: boolean;
  /** Whether to reserve room for the expander, as in a list where any folder has one. */
  nested: boolean;
  onMenu(folder: Folder, place: MenuPlace): void;
};

/** A folder in the sidebar: link, expander, menu, and a drop target for threads. */
export const FolderLine = memo(function FolderLine({ row, current, open, nested, onMenu }: Props) {
  const { t } = useTranslation();
  const threads = useThreadDrop(row.folder);
  const folders = useFolderDrop(row.folder, open);
  const { folder, path, counts } = row;
  const name = folderWords(t, path);
  // A collapsed folder also counts what is in its hidden subfolders.
  const count = folder && counts === 'unread' && !open ? unreadWithin(folder) : row.count;
  const menu = folder !== null && hasMenu(folder);
  const movable = folder !== null && !folder.system;
  const parent = row.children.length > 0 && folder !== null;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only dragging and a second way to the menu; link and buttons are within
    <div
      className={styles.line}
      data-current={current || undefined}
      data-over={threads.over || folders.zone === 'inside' || undefined}
      data-edge={folders.zone === 'inside' ? undefined : (folders.zone ?? undefined)}
      data-nested={nested || undefined}
      style={{ '--depth': row.depth } as CSSProperties}
      draggable={movable}
      // A long press opens the menu.
      onPointerDown={(event) => {
        event.currentTarget.draggable = movable && event.pointerType !== 'touch';
      }}
      onDragStart={(event) => movable && startFolderDrag(event.dataTransfer, folder)}
      onDragEnd={endFolderDrag}
      onDragEnter={threads.handlers.onDragEnter}
      onDragOver={both(threads.handlers.onDragOver, folders.handlers.onDragOver)}
      onDragLeave={both(threads.handlers.onDragLeave, folders.handlers.onDragLeave)}
      onDrop={both(threads.handlers.onDrop, folders.handlers.onDrop)}
      onContextMenu={(event) => {
        if (!menu) return;
        event.preventDefault();
        onMenu(folder, new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      {parent ? <LineToggle id={folder.id} name={name} open={open} /> : null}
      <Link
        to={addressOf(listOfRow(row))}
        className={styles.link}
        title={name}
        data-folder={folder?.id ?? path}
        draggable={false}
        aria-current={current ? 'page' : undefined}
        aria-label={count > 0 ? t(`folders.${counts}`, { name, count }) : name}
        onKeyDown={(event) => parent && toggleByKey(event, folder.id)}
      >
        <FolderIcon path={path} />
        <span className={styles.name} data-unread={(counts === 'unread' && count > 0) || undefined}>
          {name}
        </span>
        {count > 0 && <span className={styles.count}>{count}</span>}
      </Link>
      {menu && <LineMenuButton name={name} onMenu={(place) => onMenu(folder, place)} />}
    </div>
  );
});

type OnDrag = (event: DragEvent) => void;

function both(one: OnDrag, other: OnDrag): OnDrag {
  return (event) => {
    one(event);
    other(event);
  };
}
