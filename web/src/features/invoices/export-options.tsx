import { INVOICE_COLUMNS, type InvoiceColumn } from '@bocau/contract/invoice-columns.ts';
import { INVOICE_PATTERN_LENGTH } from '@bocau/contract/settings.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WordKey } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { chosenColumns } from './export-columns.ts';
import styles from './export-options.module.css';

const WORDS: Record<InvoiceColumn, WordKey> = {
  date: 'invoices.fields.date',
  form: 'invoices.fields.form',
  symbol: 'invoices.fields.symbol',
  number: 'invoices.fields.number',
  seller_name: 'invoices.fields.seller',
  seller_tax_code: 'invoices.exports.sellerTaxCode',
  buyer_name: 'invoices.fields.buyer',
  buyer_tax_code: 'invoices.exports.buyerTaxCode',
  before_tax: 'invoices.fields.beforeTax',
  tax: 'invoices.fields.tax',
  total: 'invoices.fields.total',
  currency: 'invoices.fields.currency',
  standing: 'invoices.exports.standing',
  state: 'invoices.list.state',
  mark: 'invoices.list.mark',
  note: 'invoices.marks.note',
  line_code: 'invoices.lines.code',
  line_name: 'invoices.lines.name',
  line_unit: 'invoices.lines.unit',
  line_quantity: 'invoices.lines.quantity',
  line_price: 'invoices.lines.price',
  line_discount: 'invoices.lines.discount',
  line_amount: 'invoices.lines.amount',
  line_rate: 'invoices.lines.rate',
};
const HEADS = INVOICE_COLUMNS.filter((column) => !column.startsWith('line_'));
const LINES = INVOICE_COLUMNS.filter((column) => column.startsWith('line_'));

/** Which columns exported tables have, and how exported files are named: kept for the next time. */
export function ExportOptions({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { invoice_columns: columns, invoice_names: names } = useSettings();
  const { change } = useSettingsModel();
  const [chosen, setChosen] = useState<ReadonlySet<InvoiceColumn>>(() => new Set(chosenColumns(columns)));
  const [pattern, setPattern] = useState(names);
  const [isMissing, setMissing] = useState(false);

  function toggle(column: InvoiceColumn): void {
    const next = new Set(chosen);
    if (!next.delete(column)) next.add(column);
    setChosen(next);
    setMissing(false);
  }

  function save(): void {
    // A table of lines alone would not say whose they are, and one of heads would be empty.
    if (HEADS.every((column) => !chosen.has(column))) {
      setMissing(true);
      return;
    }
    const isAll = chosen.size === INVOICE_COLUMNS.length;
    change({
      invoice_columns: isAll ? '' : INVOICE_COLUMNS.filter((column) => chosen.has(column)).join(','),
      invoice_names: pattern.trim(),
    });
    onClose();
  }

  const boxes = (title: WordKey, some: readonly InvoiceColumn[]) => (
    <fieldset className={styles.columns}>
      <legend>{t(title)}</legend>
      {some.map((column) => (
        <Checkbox
          key={column}
          label={t(WORDS[column])}
          checked={chosen.has(column)}
          onChange={() => toggle(column)}
        />
      ))}
    </fieldset>
  );

  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('invoices.exports.optionsTitle')}
      closeButtonProps={{ 'aria-label': t('invoices.paper.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {boxes('invoices.exports.headColumns', HEADS)}
        {boxes('invoices.exports.lineColumns', LINES)}
        {isMissing && (
          <p className={styles.fault} role="alert">
            {t('invoices.exports.noColumns')}
          </p>
        )}
        <TextInput
          mt={16}
          label={t('invoices.exports.names')}
          description={t('invoices.exports.namesAbout')}
          placeholder={t('invoices.exports.namesUsual')}
          maxLength={INVOICE_PATTERN_LENGTH}
          value={pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
        />
        <FormButtons submit={t('invoices.marks.save')} busy={false} mt={16} onCancel={onClose} />
      </form>
    </Modal>
  );
}
