import type { InvoiceDetail } from '@bocau/contract/invoices.ts';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../notices/notify.ts';
import styles from './invoice-dialog.module.css';

const PAGE = 'https://hoadondientu.gdt.gov.vn/';

/** The authority's page and what is typed there; nothing is sent by us. */
export function LookUp({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation();
  const fields = [
    { words: t('invoices.fields.taxCode'), value: invoice.seller.tax_code },
    { words: t('invoices.fields.form'), value: invoice.form },
    { words: t('invoices.fields.symbol'), value: invoice.symbol },
    { words: t('invoices.fields.number'), value: invoice.number },
    { words: t('invoices.fields.tax'), value: invoice.tax ?? '' },
    { words: t('invoices.fields.total'), value: invoice.total ?? '' },
  ].filter(({ value }) => value !== '');

  async function copy(words: string, value: string): Promise<void> {
    if (await copyText(value)) notify({ text: t('invoices.lookUp.copied', { field: words }) });
    else notify({ text: t('invoices.lines.notCopied'), tone: 'danger' });
  }

  return (
    <section className={styles.part}>
      <h3>{t('invoices.lookUp.title')}</h3>
      <p className={styles.muted}>{t('invoices.lookUp.about')}</p>
      <ul className={styles.fields}>
        {fields.map(({ words, value }) => (
          <li key={words}>
            <Button
              variant="default"
              size="compact-md"
              rightSection={<IconCopy size={14} aria-hidden />}
              aria-label={`${t('invoices.lookUp.copy', { field: words })}: ${value}`}
              onClick={() => void copy(words, value)}
            >
              {words}: {value}
            </Button>
          </li>
        ))}
      </ul>
      <a className={styles.page} href={PAGE} target="_blank" rel="noopener noreferrer">
        {t('invoices.lookUp.page')}
      </a>
    </section>
  );
}
