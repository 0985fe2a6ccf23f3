import { ApiError } from '@bocau/contract/client.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';

type Query = Parameters<typeof AccountState>[0]['query'] & { error: unknown };

/** Whether the query failed because the user has no such item. */
function isNotThere({ error }: { error: unknown }): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** An error with a retry, or a note that there is nothing, which no retry would change. */
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
