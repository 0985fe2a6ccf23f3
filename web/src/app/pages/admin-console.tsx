import type { AdminScope } from '@bocau/contract/endpoint.ts';
import { Suspense, useEffect } from 'react';
import { AccountState } from '../../features/account/account-state.tsx';
import { PageNav } from '../../features/account/page-nav.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useParams } from '../../router/router.tsx';
import { AccountFrame } from '../layouts/account-layout.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';

/** For providers and owners of domains; others are led to the Forbidden page by the first answer. */
export function AdminConsole() {
  const { page: name } = useParams();
  return (
    <AccountFrame nav={<AdminNav shown={name} />}>
      <Suspense fallback={null}>
        <AdminPage name={name} />
      </Suspense>
    </AccountFrame>
  );
}

function AdminNav({ shown }: { shown: string | undefined }) {
  const { t } = useTranslation();
  const pages = useAdminPages().data?.pages ?? [];
  const entries = pages.map(({ name, words, icon }) => ({ to: `/admin/${name}`, words: t(words), icon }));
  const current = pages.find(({ name }) => name === shown) ?? pages[0];
  return <PageNav label={t('admin.nav')} entries={entries} shown={current ? `/admin/${current.name}` : ''} />;
}

function AdminPage({ name }: { name: string | undefined }) {
  const query = useAdminPages();
  // They are few and small, and each is at hand then, without a network too.
  useEffect(() => {
    for (const { page } of query.data?.pages ?? []) page.prepare();
  }, [query.data]);
  if (!query.data) return <AccountState query={query} lines={6} />;
  const { pages, domain, ownName } = query.data;
  const { page: Page } = pages.find((page) => page.name === name) ?? pages[0] ?? {};
  return Page ? <Page key={name} domain={domain} ownName={ownName} /> : null;
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
