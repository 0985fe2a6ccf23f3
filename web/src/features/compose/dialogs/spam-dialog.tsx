import type { SpamSymbol } from '@bocau/contract/sending.ts';
import { hasWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ChoiceDialog } from './choice-dialog.tsx';
import styles from './dialogs.module.css';

type Props = { symbols: readonly SpamSymbol[]; onAnswer(goOn: boolean): void };

/** How our own program encoded the subject: nothing that the writer could change. */
const TECHNICAL = ['SUBJ_EXCESS_BASE64', 'SUBJ_EXCESS_QP'];

/** SP-3: what the check found, in the user's language where we have the words, else in its own. */
export function SpamDialog({ symbols, onAnswer }: Props) {
  const { t } = useTranslation();
  const sorted = symbols
    .filter(({ name, score }) => score > 0 && !TECHNICAL.includes(name))
    .toSorted((one, other) => other.score - one.score);
  return (
    <ChoiceDialog
      title={t('sending.spam.title')}
      safe={t('sending.asks.back')}
      other={{ label: t('sending.asks.anyway') }}
      onSafe={() => onAnswer(false)}
      onOther={() => onAnswer(true)}
    >
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
    </ChoiceDialog>
  );

  function wordsOf({ name, description }: SpamSymbol): string {
    if (hasWords(`sending.spam.symbols.${name}`)) {
      return t(`sending.spam.symbols.${name as 'HAS_URL'}`);
    }
    return description.trim() === '' ? name : description;
  }
}

/** How much a finding counts with filters, in words: nobody knows what 1.5 is out of. */
function weightOf({ score }: SpamSymbol): 'low' | 'medium' | 'high' {
  if (score >= 2) return 'high';
  return score >= 1 ? 'medium' : 'low';
}
