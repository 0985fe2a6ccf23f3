import { useTranslation } from '../../i18n/use-translation.ts';
import { ListSearch } from '../../parts/finding/list-search.tsx';
import { invoicesAddress, selectionAt } from '../../parts/invoices/invoices-address.ts';
import { useLocation } from '../../router/router.tsx';
import styles from './invoices-search.module.css';

/** Finds invoices of the selection by number, tax code, amount or name. */
export function InvoicesSearch() {
  const { t } = useTranslation();
  const { search: words, ...selection } = selectionAt(useLocation().search);
  return (
    <ListSearch
      label={t('invoices.list.search')}
      clearLabel={t('invoices.list.clearSearch')}
      className={styles.search}
      typedMs={300}
      address={invoicesAddress(words === undefined ? selection : { ...selection, search: words })}
      words={words ?? null}
      addressOf={(typed) => invoicesAddress(typed === '' ? selection : { ...selection, search: typed })}
    />
  );
}
