import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Link, useLocation } from '../../router/router.tsx';
import styles from './account-nav.module.css';
import { ACCOUNT_PAGES } from './account-pages.ts';

/** Beside the page; on a phone above it, where it scrolls. */
export function AccountNav() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const isOwner = user.data?.type === 'Owner';
  const pages = ACCOUNT_PAGES.filter((page) => !('forOwners' in page) || isOwner || pathname === page.to);
  return (
    <nav className={styles.nav} aria-label={t('account.title')}>
      {pages.map(({ to, words, icon: Icon }) => (
        <Link
          key={to}
          ref={pathname === to ? showWhole : undefined}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {t(words)}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the entries scroll: the one that is shown stands in sight. */
function showWhole(link: HTMLElement | null): void {
  const nav = link?.parentElement;
  if (!link || !nav) return;
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.right > outer.right) nav.scrollLeft += inner.right - outer.right;
  if (inner.left < outer.left) nav.scrollLeft += inner.left - outer.left;
}
