import { Suspense } from 'react';
import { Help } from '../../features/help/help.tsx';
import { isPageId } from '../../features/help/page-ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useNavigate, useParams } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './help-page.module.css';

/** The help in its own tab, also for people who cannot sign in. */
export function HelpPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page } = useParams();
  usePageTitle(t('shell.help'));
  return (
    <main className={styles.page}>
      <p>
        <Link to="/">{t('account.back')}</Link>
      </p>
      <h1>{t('shell.help')}</h1>
      <Suspense fallback={null}>
        <Help page={isPageId(page) ? page : null} onPage={(next) => void navigate(`/help/${next ?? ''}`)} />
      </Suspense>
    </main>
  );
}
