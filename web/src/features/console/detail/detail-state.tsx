import { ApiError } from '@bocau/contract/client.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';

type Query = Parameters<typeof AccountState>[0]['query'] & { error: unknown };

/** Of a query that fails: whether there is no such thing for who asks. */
function isNotThere({ error }: { error: unknown }): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** What could not be read; or that there is nothing, which no retry changes. */
export function DetailState({ query, none }: { query: Query; none: string }) {
  const { t } = useTranslation();
  if (!isNotThere(query)) return <AccountState query={query} lines={6} />;
  return (
    <div role="status">
      <p>{none}</p>
      <p className={pageStyles.about}>{t('admin.notThere')}</p>
    </div>
  );
}
