import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { Link, useNavigate } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';

/** LH-2: the page to which a sign-in alert leads those who did not sign in themselves. */
export function NotMePage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  usePageTitle(t('security.notMe.title'));

  async function signOutOthers() {
    setBusy(true);
    try {
      const { ended } = (await api.reportNotMe({})).data;
      notify({ text: t('security.sessions.othersEnded', { count: ended }) });
      await navigate('/protect/password?first', { replace: true });
      await queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: t('security.failed', { reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.page}>
      <h1>{t('security.notMe.title')}</h1>
      <p className={styles.text}>{t('security.notMe.text')}</p>
      <div className={styles.acts}>
        <Button loading={busy} onClick={() => void signOutOthers()}>
          {t('security.notMe.submit')}
        </Button>
        <Button variant="default" component={Link} to="/account/protect">
          {t('security.notMe.look')}
        </Button>
      </div>
    </div>
  );
}
