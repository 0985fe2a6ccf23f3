import type { Invoice } from '@bocau/contract/invoices.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './standing-line.module.css';

/** Told beside the sum, as it decides whether the invoice counts at all. */
function standingKey({ checks }: Pick<Invoice, 'checks'>) {
  const reason = (name: string) => checks.find(({ check }) => check === name)?.reason;
  if (reason('duplicate') === 'seen_before') return 'duplicate';
  if (reason('duplicate') === 'same_number_other_content') return 'sameNumber';
  switch (reason('replacement')) {
    case 'replaced_by_later':
      return 'replacedShort';
    case 'adjusted_by_later':
      return 'adjustedShort';
    case 'replaces_earlier':
      return 'replacesShort';
    case 'adjusts_earlier':
      return 'adjustsShort';
    default:
      return null;
  }
}

/** That an invoice came before, or belongs to another one, with the way to that. */
export function StandingLine({ invoice, onOpen }: { invoice: Invoice; onOpen(): void }) {
  const { t } = useTranslation();
  const key = standingKey(invoice);
  if (key === null) return null;
  return (
    <p className={styles.line} data-counts={invoice.standing === 'valid'}>
      {t(`invoices.related.${key}`)}{' '}
      <button type="button" className={styles.link} onClick={onOpen}>
        {t('invoices.related.see')}
      </button>
    </p>
  );
}
