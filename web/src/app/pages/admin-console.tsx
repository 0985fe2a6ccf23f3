import type { AdminScope } from '@bocau/contract/endpoint.ts';
import { Suspense, useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { PageNav } from '../../parts/account/page-nav.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { AccountFrame } from '../layouts/account-layout.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';

const ON_ITS_WAY = { isError: false, fetchStatus: 'fetching', refetch: () => undefined } as const;

/** For providers and owners of domains; for anyone else the first answer leads to the Forbidden page. */
export function AdminConsole() {
  const { page, name } = useParams();
  return (
    <AccountFrame nav={<AdminNav shown={page} />}>
      <Suspense fallback={<Waiting />}>
        <AdminPage shown={page} name={name} />
      </Suspense>
    </AccountFrame>
  );
}

/** Shown while the page's code is loading. */
function Waiting() {
  return (
    <div className={styles.page}>
      <AccountState query={ON_ITS_WAY} lines={6} />
    </div>
  );
}

function AdminNav({ shown }: { shown: string | undefined }) {
  const { t } = useTranslation();
  const pages = useAdminPages().data?.pages ?? [];
  const entries = pages.map(({ name, words, icon }) => ({ to: `/admin/${name}`, words: t(words), icon }));
  const current = pages.find(({ name }) => name === shown) ?? pages[0];
  return <PageNav label={t('admin.nav')} entries={entries} shown={current ? `/admin/${current.name}` : ''} />;
}

function AdminPage({ shown, name }: { shown: string | undefined; name: string | undefined }) {
  // A new history entry is a new page; one that replaces its own entry stays mounted.
  const { index } = useLocation();
  const query = useAdminPages();
  // The pages are few and small: preloaded, they open at once, without a network too.
  useEffect(() => {
    for (const { page, detail } of query.data?.pages ?? []) {
      page.prepare();
      detail?.prepare();
    }
  }, [query.data]);
  if (!query.data) {
    return (
      <div className={styles.page}>
        <AccountState query={query} lines={6} />
      </div>
    );
  }
  const { pages, domain, ownName } = query.data;
  const { page: Page, detail: Detail } = pages.find((page) => page.name === shown) ?? pages[0] ?? {};
  const given = { domain, ownName };
  if (Detail && name !== undefined) return <Detail key={`${shown} ${index}`} {...given} name={name} />;
  return Page ? <Page key={`${shown} ${index}`} {...given} /> : null;
}

function useAdminPages() {
  const api = useApi();
  return useQuery({
    queryKey: ['administrator'],
    queryFn: async () => {
      const { scopes, domain, name: ownName } = (await api.getAdministrator({})).data;
      return { domain, ownName, pages: pagesOf(scopes, domain) };
    },
  });
}

function pagesOf(scopes: AdminScope[], domain: string | null) {
  const kind = domain === null ? 'providers' : 'owners';
  return ADMIN_PAGES.filter(({ scope, only = kind }) => scopes.includes(scope) && only === kind);
}
