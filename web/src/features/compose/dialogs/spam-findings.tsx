import type { SpamSymbol } from '@bocau/contract/sending.ts';
import { hasWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './dialogs.module.css';

/**
 * Findings about how our own program encoded the subject, which the writer can't change, and those that are
 * shown elsewhere in words of their own.
 */
const NOT_TOLD = ['SUBJ_EXCESS_BASE64', 'SUBJ_EXCESS_QP', 'EMPTY_SUBJECT'];

/**
 * SP-3: the findings of the spam check, in the user's language where there is a translation, else in the
 * words of the check.
 */
export function SpamFindings({ symbols }: { symbols: readonly SpamSymbol[] }) {
  const { t } = useTranslation();
  const sorted = symbols
    .filter(({ name, score }) => score > 0 && !NOT_TOLD.includes(name))
    .toSorted((one, other) => other.score - one.score);
  return (
    <>
      {sorted.length > 0 && <p>{t('sending.spam.text')}</p>}
      <ul className={styles.findings}>
        {sorted.map((symbol) => (
          <li key={symbol.name}>
            <span>
              {wordsOf(symbol)}
              <small>{t(`sending.spam.in.${symbol.type}`)}</small>
            </span>
            <b>{t(`sending.spam.weights.${weightOf(symbol)}`)}</b>
          </li>
        ))}
      </ul>
    </>
  );

  function wordsOf({ name, description }: SpamSymbol): string {
    if (hasWords(`sending.spam.symbols.${name}`)) {
      return t(`sending.spam.symbols.${name as 'HAS_URL'}`);
    }
    return description.trim() === '' ? name : description;
  }
}

/** The weight of a finding in words: a bare score such as 1.5 says nothing without its scale. */
function weightOf({ score }: SpamSymbol): 'low' | 'medium' | 'high' {
  if (score >= 2) return 'high';
  return score >= 1 ? 'medium' : 'low';
}
