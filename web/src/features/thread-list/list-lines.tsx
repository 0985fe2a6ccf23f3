import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './list-lines.module.css';

/** Shown above the rows when the whole page is selected: the list may have more. */
export function WholeLine(props: {
  picked: number;
  total: number;
  capped: boolean;
  whole: boolean;
  inSearch: boolean;
  onWhole(): void;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const words = props.inSearch ? 'search' : 'folder';
  return (
    <div className={styles['line']} role="status">
      <span>
        {props.whole
          ? t(`threadList.whole.${words}Picked`, { count: props.total })
          : t('threadList.whole.pagePicked', { count: props.picked })}
      </span>
      {props.whole ? (
        <button type="button" onClick={props.onClear}>
          {t('threadList.clear')}
        </button>
      ) : (
        <button type="button" onClick={props.onWhole}>
          {props.capped
            ? t('threadList.whole.pickSearchCapped')
            : t(`threadList.whole.${words}Pick`, { count: props.total })}
        </button>
      )}
    </div>
  );
}

export function TrashBanner({ days, onEmpty }: { days: number; onEmpty(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles['line']}>
      <span>{t('threadList.trashBanner', { count: days })}</span>
      <button type="button" onClick={onEmpty}>
        {t('acts.labels.emptyTrash')}
      </button>
    </div>
  );
}

/** Shown above the rows while they are not yet in the requested order. */
export function SortPendingLine() {
  const { t } = useTranslation();
  return (
    <div className={styles['line']} role="status">
      {t('threadList.sortPending')}
    </div>
  );
}
