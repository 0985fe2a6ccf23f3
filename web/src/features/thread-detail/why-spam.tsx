import type { SpamVerdict } from '@bocau/contract/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readSigns } from '../../parts/spam/spam-signs.ts';
import styles from './why-spam.module.css';

/** Why a filter classified a message as spam. Rules without a description mean something to its operator. */
export function WhySpam({ spam: { score, reasons } }: { spam: SpamVerdict }) {
  const { t, language } = useTranslation();
  const { signs, others } = readSigns(reasons);
  const points = score?.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <>
      <p>
        {points === undefined ? t('spamReasons.found') : t('spamReasons.foundScore', { score: points })}
        {signs.length > 0 && ` ${t('spamReasons.because')}`}
      </p>
      {signs.length > 0 && (
        <ul className={styles.signs}>
          {signs.map((sign) => (
            <li key={sign}>{t(`spamReasons.signs.${sign}`)}</li>
          ))}
        </ul>
      )}
      {others.length > 0 && <p>{t('spamReasons.others', { names: others.join(', ') })}</p>}
    </>
  );
}
