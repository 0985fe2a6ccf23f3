import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconFolder } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { fullDate } from '../../../lib/dates.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { kindOf } from '../../../parts/files/file-kinds.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { useKeyed } from '../../../ui/rows/use-keyed.ts';
import { ORDER_KEYS, type Order, type OrderKey, orderWords } from './choice.ts';
import styles from './drive-picker.module.css';

type Props = {
  /** Another place begins at its first row. */
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
  /** Who picks: what belongs to somebody else is not theirs to share. */
  own: string | null;
  boxes: boolean;
  typed: string;
  order: Order;
  /** It is the list of what others share: it says since when. */
  shared: boolean;
  selected: readonly DriveFile[];
  onOrder(key: OrderKey): void;
  onToggle(file: DriveFile): void;
  /** A folder is shown, a file inserted. */
  onOpen(file: DriveFile): void;
  onUp(): void;
};

/** Files and folders, in boxes or as a table: arrows choose, Space selects, Enter opens, Backspace goes up. */
export function PickerList(props: Props) {
  const { place, list, own, boxes, typed, order, shared, selected, onOrder, onToggle, onOpen, onUp } = props;
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [active, setActive] = useKeyed(place, 0);
  const { files } = list;
  const at = Math.min(active, files.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another place, too
  useEffect(() => {
    root.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at, place]);

  const isForeign = ({ owner }: DriveFile) => owner !== own;

  function onKeyDown(event: KeyboardEvent): void {
    const wide = boxes ? columnsOf(root.current) : 1;
    const steps: Record<string, number> = {
      ArrowDown: wide,
      ArrowUp: -wide,
      Home: -at,
      End: files.length - 1 - at,
      ...(boxes ? { ArrowRight: 1, ArrowLeft: -1 } : {}),
    };
    const step = steps[event.key];
    const file = files[at];
    if (step !== undefined) setActive(Math.max(0, Math.min(files.length - 1, at + step)));
    else if (event.key === ' ' && file) pick(file);
    else if (event.key === 'Enter' && file) open(file);
    else if (event.key === 'Backspace') onUp();
    else return;
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
    // Where there is no double click, a folder opens by a touch; its check mark selects it.
    const touch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
    const onMark = (event.target as Element).closest('[data-mark]') !== null;
    if (touch && file.type === 'folder' && !onMark) onOpen(file);
    else pick(file);
  }

  const failedWords = () =>
    t((list.error as ApiError | null)?.status === 0 ? 'driveMail.picker.offline' : 'driveMail.picker.failed');

  if (list.state === 'failed') {
    return (
      <div className={styles.state}>
        <LoadFailed words={failedWords()} onRetry={list.again} />
      </div>
    );
  }
  // The headers and the list stay while other rows are on their way: the keys go on in them.
  return (
    <div className={styles.scroll}>
      {!boxes && (
        <div className={styles.columns}>
          {ORDER_KEYS.map((key) => (
            <button key={key} type="button" className={styles.column} onClick={() => onOrder(key)}>
              {t(orderWords(key, shared))}
              {order.key === key && <span aria-hidden> {order.descending ? '↓' : '↑'}</span>}
            </button>
          ))}
        </div>
      )}
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys
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
            <span className={styles.mark} data-mark aria-hidden>
              <IconCheck size={14} />
            </span>
            {file.type === 'folder' ? (
              <IconFolder size={22} className={styles.folder} aria-hidden />
            ) : (
              <FileIcon kind={kindOf({ name: file.name, content_type: file.content_type ?? '' })} />
            )}
            <span className={styles.name}>
              {file.name}
              {isForeign(file) && (
                <small className={styles.note}>
                  {t(`driveMail.picker.${file.prop.shared_at === undefined ? 'owner' : 'sharedBy'}`, {
                    name: file.owner_display_name || file.owner,
                  })}
                </small>
              )}
              {file.prop.has_virus && (
                <small className={styles.fault}>{t('driveMail.picker.infected')}</small>
              )}
            </span>
            <span className={styles.size}>
              {file.type === 'folder' ? t('driveMail.picker.folder') : readableSize(file.size)}
            </span>
            <span className={styles.date} data-shared={shared || undefined}>
              {fullDate((shared && file.prop.shared_at) || file.last_modified)}
            </span>
          </div>
        ))}
      </div>
      {files.length === 0 && (
        <p className={styles.state} role="status">
          {list.state === 'loading'
            ? t('common.loading')
            : t(typed === '' ? 'driveMail.picker.empty' : 'driveMail.picker.nothing')}
        </p>
      )}
      {list.hasMoreFailed && <LoadFailed words={failedWords()} onRetry={list.more} />}
      {list.hasMore && !list.hasMoreFailed && (
        <Button variant="subtle" className={styles.more} onClick={list.more}>
          {t('driveMail.picker.more')}
        </Button>
      )}
    </div>
  );
}

function columnsOf(list: HTMLElement | null): number {
  const [first, ...rest] = list ? [...list.children] : [];
  if (!(first instanceof HTMLElement)) return 1;
  const next = rest.findIndex((one) => (one as HTMLElement).offsetTop > first.offsetTop);
  return next < 0 ? rest.length + 1 : next + 1;
}
