import { useTranslation } from '../../i18n/use-translation.ts';
import { PageNav } from '../../parts/account/page-nav.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useLocation } from '../../router/router.tsx';
import { ACCOUNT_PAGES } from './account-pages.ts';

export function AccountNav() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const administers = user.data?.type === 'Owner' || user.data?.provider === true;
  const pages = ACCOUNT_PAGES.filter((page) => !('forAdministrators' in page) || administers);
  const entries = pages.map(({ to, words, icon }) => ({ to, words: t(words), icon }));
  return <PageNav label={t('account.title')} entries={entries} shown={pathname} />;
}
