import type { InvoiceCheck } from '@bocau/contract/invoices.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { checkWords } from './check-words.ts';
import styles from './invoice-checks.module.css';

/** Every check with its result, and that nobody but the file was asked. */
export function InvoiceChecks({ checks }: { checks: readonly InvoiceCheck[] }) {
  const { t, language } = useTranslation();
  return (
    <>
      <dl className={styles.checks}>
        {checks.map((check) => (
          <div key={check.check} data-state={check.state}>
            <dt>{t(`invoices.checkNames.${check.check}`)}</dt>
            <dd>{checkWords(t, check, language)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('invoices.notGenuine')}</p>
    </>
  );
}
