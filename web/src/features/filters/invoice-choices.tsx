import { INVOICE_MARKS, type InvoiceMark } from '@bocau/contract/invoices.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './filter-editor.module.css';
import type { ChoiceProps } from './filter-form.ts';

/** What is done with the invoices of a message: their files go to the drive, and they are marked. */
export function InvoiceChoices({ actions, onAct }: ChoiceProps) {
  const { t } = useTranslation();
  const { saveFolder, invoiceMarks } = actions;

  function toggle(mark: InvoiceMark): void {
    const has = (one: InvoiceMark) => invoiceMarks.includes(one) !== (one === mark);
    onAct({ invoiceMarks: INVOICE_MARKS.filter(has) });
  }

  return (
    <>
      <div className={styles.choice}>
        <Checkbox
          label={t('filters.editor.saveInvoice')}
          checked={saveFolder !== null}
          onChange={({ currentTarget }) =>
            onAct({ saveFolder: currentTarget.checked ? t('filters.editor.invoiceFolderUsual') : null })
          }
        />
        <TextInput
          aria-label={t('filters.editor.invoiceFolder')}
          description={saveFolder === null ? undefined : t('filters.editor.invoiceFolderHint')}
          placeholder={t('filters.editor.invoiceFolderUsual')}
          maxLength={LIMITS.ruleValueLength}
          autoComplete="off"
          value={saveFolder ?? ''}
          onChange={({ currentTarget }) =>
            onAct({ saveFolder: currentTarget.value === '' ? null : currentTarget.value })
          }
        />
      </div>
      <fieldset className={styles.marks} aria-label={t('filters.editor.markInvoice')}>
        <span aria-hidden>{t('filters.editor.markInvoice')}</span>
        <div>
          {INVOICE_MARKS.map((mark) => (
            <Checkbox
              key={mark}
              label={t(`filters.summary.marks.${mark}`)}
              checked={invoiceMarks.includes(mark)}
              onChange={() => toggle(mark)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
