import type { Invoice } from '@bocau/contract/invoices.ts';
import { IconAlertTriangle, IconCheck, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { stateWords } from './check-words.ts';
import styles from './invoice-stamp.module.css';

const ICONS = { ok: IconCheck, unknown: IconQuestionMark, failed: IconAlertTriangle };

/** The state of the checks like a stamp: a sign and words, never colour alone. */
export function InvoiceStamp({
  invoice,
  short,
}: {
  invoice: Pick<Invoice, 'state' | 'checks'>;
  short?: true;
}) {
  const { t } = useTranslation();
  const Icon = ICONS[invoice.state];
  const words = stateWords(t, invoice);
  return (
    <span className={styles.stamp} data-state={invoice.state} title={short ? words : undefined}>
      <Icon size={16} aria-hidden />
      <span>{short ? t(`invoices.state.${invoice.state}`) : words}</span>
    </span>
  );
}
