import type { SpamSymbol } from '@bocau/contract/sending.ts';
import { useTranslation } from 'react-i18next';
import { ChoiceDialog } from './choice-dialog.tsx';
import styles from './dialogs.module.css';

type Props = { symbols: readonly SpamSymbol[]; onAnswer(goOn: boolean): void };

/** SP-3: what the check found, in the user's language where we have the words, else in its own. */
export function SpamDialog({ symbols, onAnswer }: Props) {
  const { t, i18n } = useTranslation();
  const sorted = symbols.toSorted((one, other) => other.score - one.score);
  return (
    <ChoiceDialog
      title={t('sending.spam.title')}
      safe={t('sending.asks.back')}
      other={{ label: t('sending.asks.anyway') }}
      onSafe={() => onAnswer(false)}
      onOther={() => onAnswer(true)}
    >
      <p>{t('sending.spam.text')}</p>
      <ul className={styles.findings}>
        {sorted.map((symbol) => (
          <li key={symbol.name}>
            <span>
              {wordsOf(symbol)}
              <small>{t(`sending.spam.in.${symbol.type}`)}</small>
            </span>
            <b>{symbol.score.toFixed(1)}</b>
          </li>
        ))}
      </ul>
    </ChoiceDialog>
  );

  function wordsOf({ name, description }: SpamSymbol): string {
    if (i18n.exists(`sending.spam.symbols.${name}`)) {
      return t(`sending.spam.symbols.${name as 'HAS_URL'}`);
    }
    return description.trim() === '' ? name : description;
  }
}
