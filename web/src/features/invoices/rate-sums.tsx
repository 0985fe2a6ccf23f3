import { useTranslation } from '../../i18n/use-translation.ts';
import { moneyWords } from '../../parts/invoices/amounts.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import styles from './invoice-sums.module.css';
import { MOST_BY_ID } from './most-by-id.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

type RateSum = { currency: string; rate: string | null };

/** 8 % before 10 %, and what has no rate of its own last. */
function byRate(one: RateSum, other: RateSum): number {
  const place = ({ rate }: RateSum) => Number.parseFloat(rate ?? '') || (rate?.startsWith('0') ? 0 : 1000);
  return one.currency.localeCompare(other.currency) || place(one) - place(other);
}

/** The sums by rate, as the server adds them up. */
export function RateSums({ screen }: { screen: InvoicesScreenState }) {
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
