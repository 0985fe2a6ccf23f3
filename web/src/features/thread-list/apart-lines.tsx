import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchTerms, WordsApart } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { Link } from '../../router/router.tsx';
import styles from './list-lines.module.css';

/** Below the results: a link to the wider search, for the words apart. */
export function MoreApartLine({ terms, apart }: { terms: SearchTerms; apart: WordsApart }) {
  const { t } = useTranslation();
  const wider = addressOf({ kind: 'search', terms: { ...terms, words: 'apart' } });
  return (
    <div className={`${styles['line']} ${styles['below']}`}>
      <Link to={wider}>{moreWords()}</Link>
    </div>
  );

  function moreWords(): string {
    if (!apart.isCapped) return t('threadList.apart.more', { count: apart.total });
    // Counting stopped within the results that contain the words as a phrase.
    if (apart.total === 0) return t('threadList.apart.moreUnknown');
    return t('threadList.apart.moreCapped', { count: apart.total });
  }
}

/**
 * Shown above the results: none contains the words as a phrase, or results with the words apart were
 * requested.
 */
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
