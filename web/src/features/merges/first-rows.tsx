import type { Merge } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import imports from '../../parts/imports/import.module.css';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './first-rows.module.css';
import { rowsKey } from './use-merge.ts';

const SHOWN = 8;

/** The beginning of the table. */
export function FirstRows({ merge }: { merge: Merge }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data, isError, refetch } = useQuery({
    queryKey: [...rowsKey(merge.id), 'first'],
    queryFn: async ({ signal }) =>
      (await api.listMergeRows({ params: { id: merge.id }, query: { limit: String(SHOWN) } }, signal)).data,
  });
  if (isError) return <LoadFailed words={t('merges.check.loadFailed')} onRetry={() => void refetch()} />;
  if (!data) return null;
  const rest = merge.counts.rows - data.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways can be scrolled by keys
    <section className={`${imports.table} ${styles.rows}`} aria-label={t('merges.table.first')} tabIndex={0}>
      <table>
        <caption>{t('merges.table.first')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('merges.table.line')}</th>
            {merge.columns.map(({ heading, field }, at) => (
              <th key={field} scope="col" data-address={at === merge.address_column || undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ row, line, cells }) => (
            <tr key={row}>
              <td>{line}</td>
              {merge.columns.map(({ field }, at) => (
                <td key={field} data-address={at === merge.address_column || undefined}>
                  {cells[at] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p>{t('merges.table.more', { count: rest })}</p>}
    </section>
  );
}
