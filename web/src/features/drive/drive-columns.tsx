import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type DriveListRef, type DriveOrder, isSorted } from '../../model/drive/drive-list.ts';
import styles from './drive-columns.module.css';
import { nextOrder } from './drive-look.ts';
import type { DriveScreenState } from './use-drive-screen.ts';

const COLUMNS = ['name', 'last_modified', 'size'] as const;

/**
 * DV-3: the column headers; where a list can be sorted they sort it, and a second press reverses the order.
 */
export function DriveColumns({ screen }: { screen: DriveScreenState }) {
  const { t } = useTranslation();
  const { list, order } = screen;
  const words = (by: DriveOrder['by']) =>
    t(by === 'last_modified' ? `drive.columns.${timeOf(list.kind)}` : `drive.columns.${by}`);
  return (
    <div className={styles.columns}>
      {COLUMNS.map((by) =>
        isSorted(list) ? (
          <button
            key={by}
            type="button"
            className={styles[by]}
            aria-pressed={order.by === by}
            aria-label={`${t('drive.sort.label')}: ${words(by)}${directionWords(by)}`}
            onClick={() => screen.setOrder(nextOrder(order, by))}
          >
            {words(by)}
            {order.by === by &&
              (order.descending ? (
                <IconArrowDown size={14} aria-hidden />
              ) : (
                <IconArrowUp size={14} aria-hidden />
              ))}
          </button>
        ) : (
          <span key={by} className={styles[by]}>
            {words(by)}
          </span>
        ),
      )}
    </div>
  );

  function directionWords(by: DriveOrder['by']): string {
    if (order.by !== by) return '';
    return `, ${t(order.descending ? 'drive.sort.down' : 'drive.sort.up')}`;
  }
}

function timeOf(kind: DriveListRef['kind']): 'trashed' | 'shared_at' | 'last_modified' {
  if (kind === 'trash') return 'trashed';
  return kind === 'shared' ? 'shared_at' : 'last_modified';
}
