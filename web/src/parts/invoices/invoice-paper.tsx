import type { InvoiceDetail, InvoiceParty } from '@bocau/contract/invoices.ts';
import type { ClipboardEvent, Ref } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { amountWords, moneyWords } from './amounts.ts';
import styles from './invoice-paper.module.css';
import { columnsOf, isFigure, linesAsTable } from './lines-as-table.ts';

type Props = { invoice: InvoiceDetail; paper: Ref<HTMLElement> };

/** The invoice as people know it on paper, drawn from its data alone. */
export function InvoicePaper({ invoice, paper }: Props) {
  const { t } = useTranslation();
  const [year = '', month = '', day = ''] = invoice.date?.split('-') ?? [];
  return (
    <article ref={paper} className={styles.paper}>
      <header>
        <h2>{invoice.title || t(`invoices.kinds.${invoice.kind}`)}</h2>
        <p>
          {invoice.date
            ? t('invoices.paper.day', { day, month, year })
            : `${t('invoices.fields.date')}: ${t('invoices.fields.noDate')}`}
        </p>
        <dl>
          <Field words={t('invoices.fields.form')} value={invoice.form} />
          <Field words={t('invoices.fields.symbol')} value={invoice.symbol} />
          <Field words={t('invoices.fields.number')} value={invoice.number} />
        </dl>
      </header>
      <Party words={t('invoices.fields.seller')} party={invoice.seller} />
      <Party words={t('invoices.fields.buyer')} party={invoice.buyer} />
      <dl>
        <Field words={t('invoices.fields.payment')} value={invoice.payment} />
        <Field words={t('invoices.fields.authority')} value={invoice.authority_code} />
        {invoice.currency !== 'VND' && (
          <>
            <Field words={t('invoices.fields.currency')} value={invoice.currency} />
            <Field words={t('invoices.fields.exchange')} value={invoice.exchange_rate ?? ''} />
          </>
        )}
      </dl>
      <Lines invoice={invoice} />
      <Sums invoice={invoice} />
      {invoice.more.length > 0 && (
        <dl>
          {invoice.more.map(({ name, value }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a seller may name two fields alike
            <Field key={at} words={name} value={value} />
          ))}
        </dl>
      )}
    </article>
  );
}

function Party({ words, party }: { words: string; party: InvoiceParty }) {
  const { t } = useTranslation();
  const account = [party.account, party.bank].filter((part) => part !== '').join(' – ');
  return (
    <section>
      <dl>
        <Field words={t('invoices.fields.person')} value={party.person} />
        <Field words={words} value={party.name} strong />
        <Field words={t('invoices.fields.taxCode')} value={party.tax_code} />
        <Field words={t('invoices.fields.address')} value={party.address} />
        <Field words={t('invoices.fields.phone')} value={party.phone} />
        <Field words={t('invoices.fields.email')} value={party.email} />
        <Field words={t('invoices.fields.account')} value={account} />
      </dl>
    </section>
  );
}

function Field({ words, value, strong }: { words: string; value: string; strong?: true }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{words}:</dt>
      <dd>{strong ? <b>{value}</b> : value}</dd>
    </div>
  );
}

function Lines({ invoice }: { invoice: InvoiceDetail }) {
  const { t, language } = useTranslation();
  const { lines } = invoice;
  if (lines.length === 0) return <p>{t('invoices.lines.none')}</p>;
  const columns = columnsOf(lines);

  /** What is copied of the table is all of it, with numbers that a spreadsheet can add up. */
  function copy(event: ClipboardEvent): void {
    const chosen = window.getSelection();
    if (!chosen?.containsNode(event.currentTarget, true) || !isOfSeveral(chosen)) return;
    event.clipboardData.setData('text/plain', linesAsTable(t, invoice, language));
    event.preventDefault();
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <section className={styles.wide} tabIndex={0} aria-label={t('invoices.lines.title')} onCopy={copy}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} data-figure={isFigure(column) || undefined}>
                  {t(`invoices.lines.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file never move
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column} data-figure={isFigure(column) || undefined} data-column={column}>
                    {isFigure(column) && line[column] !== null
                      ? amountWords(line[column], language)
                      : line[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {invoice.lines_cut && <p>{t('invoices.lines.cut')}</p>}
    </>
  );
}

/** A word of one cell is copied as it is. */
function isOfSeveral(chosen: Selection): boolean {
  const range = chosen.rangeCount > 0 ? chosen.getRangeAt(0) : null;
  return (range?.cloneContents().querySelectorAll('td, th').length ?? 0) > 1;
}

function Sums({ invoice }: { invoice: InvoiceDetail }) {
  const { t, language } = useTranslation();
  const { rates, currency, discount, before_tax: before, tax, total } = invoice;
  const money = (amount: string | null) => (amount === null ? '–' : moneyWords(amount, currency, language));
  return (
    <section>
      {rates.length > 0 && (
        <table className={styles.rates}>
          <thead>
            <tr>
              <th>{t('invoices.fields.rate')}</th>
              <th data-figure>{t('invoices.fields.beforeTax')}</th>
              <th data-figure>{t('invoices.fields.tax')}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map((each, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same rate
              <tr key={at}>
                <td>{each.rate}</td>
                <td data-figure>{money(each.before_tax)}</td>
                <td data-figure>{money(each.tax)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className={styles.sums}>
        {discount !== null && !/^-?0(\.0+)?$/.test(discount) && (
          <Field words={t('invoices.fields.discount')} value={money(discount)} />
        )}
        <Field words={t('invoices.fields.beforeTax')} value={money(before)} />
        <Field words={t('invoices.fields.tax')} value={money(tax)} />
        <Field words={t('invoices.fields.total')} value={money(total)} strong />
      </dl>
      <dl>
        <Field words={t('invoices.fields.words')} value={invoice.total_in_words} />
      </dl>
    </section>
  );
}
