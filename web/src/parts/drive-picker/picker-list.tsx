import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { Button } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useId } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ORDER_KEYS, type Order, type OrderKey, orderWords } from './choice.ts';
import styles from './drive-picker.module.css';
import { PickerFile } from './picker-file.tsx';
import { useActiveFile } from './use-active-file.ts';

type Props = {
  /** The list starts at its first row again where this changes. */
  place: string;
  list: {
    files: readonly DriveFile[];
    state: 'loading' | 'failed' | 'there';
    error: Error | null;
    hasMore: boolean;
    hasMoreFailed: boolean;
    more(): void;
    again(): void;
  };
  /** The user's address: files of others are not theirs to share. */
  own: string | null;
  boxes: boolean;
  typed: string;
  order: Order;
  /** Whether this is the list of files shared by others, which shows since when they are. */
  shared: boolean;
  selected: readonly DriveFile[];
  onOrder(key: OrderKey): void;
  onToggle(file: DriveFile): void;
  /** Opens a folder or inserts a file. */
  onOpen(file: DriveFile): void;
  onUp(): void;
};

/**
 * Files and folders as tiles or as a table: arrow keys move, Space selects, Enter opens, Backspace goes up.
 */
export function PickerList(props: Props) {
  const { place, list, own, boxes, typed, order, shared, selected, onOrder, onToggle, onOpen, onUp } = props;
  const { t } = useTranslation();
  const id = useId();
  const { files } = list;
  const { root, at, setActive, moveBy } = useActiveFile(place, files.length, boxes);

  const isForeign = ({ owner }: DriveFile) => owner !== own;

  function onKeyDown(event: KeyboardEvent): void {
    const file = files[at];
    if (event.key === ' ' && file) pick(file);
    else if (event.key === 'Enter' && file) open(file);
    else if (event.key === 'Backspace') onUp();
    else if (!moveBy(event.key)) return;
    event.preventDefault();
  }

  function pick(file: DriveFile): void {
    if (!isForeign(file)) onToggle(file);
  }

  function open(file: DriveFile): void {
    if (file.type === 'folder' || !isForeign(file)) onOpen(file);
  }

  function onClick(event: MouseEvent, file: DriveFile, index: number): void {
    setActive(index);
    // Touch has no double click: a tap opens a folder, and its check mark selects it.
    const touch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    const onMark = (event.target as Element).closest('[data-mark]') !== null;
    if (touch && file.type === 'folder' && !onMark) onOpen(file);
    else pick(file);
  }

  if (list.state === 'failed') {
    return (
      <div className={styles.state}>
        <LoadFailed words={failedWords(t, list.error)} onRetry={list.again} />
      </div>
    );
  }
  // Headers and list stay mounted while other rows load, so that the keys continue to work in them.
  return (
    <div className={styles.scroll}>
      {!boxes && <PickerColumns order={order} shared={shared} onOrder={onOrder} />}
      <div
        ref={root}
        role="listbox"
        aria-multiselectable
        aria-label={t('driveMail.picker.list')}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        aria-busy={list.state === 'loading'}
        tabIndex={0}
        className={styles.list}
        data-boxes={boxes || undefined}
        onKeyDown={onKeyDown}
      >
        {files.map((file, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
          <div
            key={file.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            data-at={index}
            data-active={index === at || undefined}
            aria-selected={selected.some((one) => one.id === file.id)}
            aria-disabled={isForeign(file) || undefined}
            className={styles.file}
            title={file.display_name}
            onClick={(event) => onClick(event, file, index)}
            onDoubleClick={() => open(file)}
          >
            <PickerFile file={file} foreign={isForeign(file)} shared={shared} />
          </div>
        ))}
      </div>
      <PickerEnd list={list} typed={typed} />
    </div>
  );
}

type ColumnsProps = Pick<Props, 'order' | 'shared' | 'onOrder'>;

/** The column headers of the table, which sort it. */
function PickerColumns({ order, shared, onOrder }: ColumnsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.columns}>
      {ORDER_KEYS.map((key) => (
        <button key={key} type="button" className={styles.column} onClick={() => onOrder(key)}>
          {t(orderWords(key, shared))}
          {order.key === key && <span aria-hidden> {order.descending ? '↓' : '↑'}</span>}
        </button>
      ))}
    </div>
  );
}

/** The end of the list: a note that it is empty, or a button for more rows. */
function PickerEnd({ list, typed }: Pick<Props, 'list' | 'typed'>) {
  const { t } = useTranslation();
  return (
    <>
      {list.files.length === 0 && (
        <p className={styles.state} role="status">
          {list.state === 'loading'
            ? t('common.loading')
            : t(typed === '' ? 'driveMail.picker.empty' : 'driveMail.picker.nothing')}
        </p>
      )}
      {list.hasMoreFailed && <LoadFailed words={failedWords(t, list.error)} onRetry={list.more} />}
      {list.hasMore && !list.hasMoreFailed && (
        <Button variant="subtle" className={styles.more} onClick={list.more}>
          {t('driveMail.picker.more')}
        </Button>
      )}
    </>
  );
}

function failedWords(t: Say, error: Error | null): string {
  const isOffline = (error as ApiError | null)?.status === 0;
  return t(isOffline ? 'driveMail.picker.offline' : 'driveMail.picker.failed');
}
