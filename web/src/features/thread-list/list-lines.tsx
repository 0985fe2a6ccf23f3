import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { Link } from '../../router/router.tsx';
import styles from './list-lines.module.css';

/** Above the rows when all of the page is picked: there may be more. */
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

/** Above the rows: the order that was asked for is not the one that is shown. */
export function SortPendingLine() {
  const { t } = useTranslation();
  return (
    <div className={styles['line']} role="status">
      {t('threadList.sortPending')}
    </div>
  );
}

/** Above the results: none has the words together, or those that have them apart were asked for. */
export function ApartLine({ terms }: { terms: SearchTerms }) {
  const { t } = useTranslation();
  const { words, ...together } = terms;
  if (words !== 'apart') {
    return (
      <div className={styles['line']} role="status">
        {t('threadList.apart.instead')}
      </div>
    );
  }
  return (
    <div className={styles['line']}>
      <span>{t('threadList.apart.shown')}</span>
      <Link to={addressOf({ kind: 'search', terms: together })}>{t('threadList.apart.together')}</Link>
    </div>
  );
}
