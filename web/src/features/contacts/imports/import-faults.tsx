import type { ContactImportPlan } from '@bocau/contract/contact-imports.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/imports/import.module.css';

type Props = { faults: ContactImportPlan['faults']; ofCards: boolean };

/** The lines of a file that are no contacts, and why. */
export function ImportFaults({ faults: { total, first }, ofCards }: Props) {
  const { t } = useTranslation();
  if (total === 0) return null;
  const rest = total - first.length;
  return (
    <details className={styles.faults}>
      <summary>{t('contactTools.import.faults', { count: total })}</summary>
      <ul>
        {first.map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>
            {t(ofCards ? 'contactTools.import.faultCard' : 'contactTools.import.fault', {
              line,
              problem: t(`contactTools.import.problems.${problem}`),
            })}
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('contactTools.import.moreFaults', { count: rest })}</p>}
    </details>
  );
}
