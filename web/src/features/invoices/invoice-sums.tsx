import type { Invoice, InvoiceSum } from '@bocau/contract/invoices.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { moneyWords, sumAmounts } from '../../parts/invoices/amounts.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import styles from './invoice-sums.module.css';
import { MOST_BY_ID } from './most-by-id.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

/** The sums of what is selected, or else of the whole list, and by rate when asked for. */
export function InvoiceSums({ screen }: { screen: InvoicesScreenState }) {
  const { t, language } = useTranslation();
  const [open, setOpen] = useState(false);
  const { picked } = screen.rows;
  const totals = picked.length > 0 ? sumsOf(picked) : (screen.list.data?.totals ?? []);
  return (
    <section
      className={styles.sums}
      aria-label={t(picked.length > 0 ? 'invoices.sums.ofSelection' : 'invoices.sums.ofFilter')}
    >
      {open && <Rates screen={screen} />}
      <div className={styles.line}>
        <div className={styles.totals} aria-live="polite">
          {totals.map((sum) => (
            <dl key={sum.currency}>
              <div>
                <dt>{t(picked.length > 0 ? 'invoices.sums.ofSelection' : 'invoices.sums.ofFilter')}</dt>
                <dd>{t('invoices.list.count', { count: sum.count })}</dd>
              </div>
              <div className={styles.part}>
                <dt>{t('invoices.fields.beforeTax')}</dt>
                <dd>{moneyWords(sum.before_tax, sum.currency, language)}</dd>
              </div>
              <div>
                <dt>{t('invoices.fields.tax')}</dt>
                <dd>{moneyWords(sum.tax, sum.currency, language)}</dd>
              </div>
              <div>
                <dt>{t('invoices.fields.total')}</dt>
                <dd className={styles.total}>{moneyWords(sum.total, sum.currency, language)}</dd>
              </div>
            </dl>
          ))}
        </div>
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'invoices.sums.hideRates' : 'invoices.sums.perRate')}
        </button>
      </div>
    </section>
  );
}

/** As the server sums: what is a duplicate or was replaced does not count. */
function sumsOf(invoices: readonly Invoice[]): InvoiceSum[] {
  const counted = invoices.filter(({ standing }) => standing === 'valid');
  return [...Map.groupBy(counted, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    count: some.length,
    before_tax: sumAmounts(some.map((one) => one.before_tax ?? '0')),
    tax: sumAmounts(some.map((one) => one.tax ?? '0')),
    total: sumAmounts(some.map((one) => one.total ?? '0')),
  }));
}

type RateSum = { currency: string; rate: string | null };

/** 8 % before 10 %, and what has no rate of its own last. */
function byRate(one: RateSum, other: RateSum): number {
  const place = ({ rate }: RateSum) => Number.parseFloat(rate ?? '') || (rate?.startsWith('0') ? 0 : 1000);
  return one.currency.localeCompare(other.currency) || place(one) - place(other);
}

function Rates({ screen }: { screen: InvoicesScreenState }) {
  const { t, language } = useTranslation();
  const api = useApi();
  const { picked } = screen.rows;
  const ids = screen.isWhole ? '' : picked.map(({ id }) => id).join(',');
  const tooMany = !screen.isWhole && picked.length > MOST_BY_ID;
  const { data, isError } = useQuery({
    queryKey: ['invoice-sums', screen.list.address, ids],
    enabled: !tooMany,
    queryFn: async ({ signal }) =>
      (await api.sumInvoices({ query: { ...screen.selection, ...(ids !== '' && { ids }) } }, signal)).data,
  });
  if (tooMany) return <p className={styles.note}>{t('invoices.sums.tooMany', { count: MOST_BY_ID })}</p>;
  if (isError) return <p className={styles.note}>{t('invoices.sums.failed')}</p>;
  if (!data) return <p className={styles.note}>{t('common.loading')}</p>;
  return (
    <table className={styles.rates}>
      <caption className="visually-hidden">{t('invoices.sums.caption')}</caption>
      <thead>
        <tr>
          <th>{t('invoices.fields.rate')}</th>
          <th>{t('invoices.fields.beforeTax')}</th>
          <th>{t('invoices.fields.tax')}</th>
        </tr>
      </thead>
      <tbody>
        {data.rates.toSorted(byRate).map(({ currency, rate, before_tax, tax }) => (
          <tr key={`${currency} ${rate}`}>
            <td>{rate ?? t('invoices.fields.noRate')}</td>
            <td>{moneyWords(before_tax, currency, language)}</td>
            <td>{moneyWords(tax, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
