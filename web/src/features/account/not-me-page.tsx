import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './account-page.module.css';

/** LH-2: where the alert of a sign-in leads whoever it was not. */
export function NotMePage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  usePageTitle(t('security.notMe.title'));

  async function signOutOthers() {
    setBusy(true);
    try {
      setEnded((await api.reportNotMe({})).data.ended);
      heading.current?.focus();
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
      <h1 ref={heading} tabIndex={-1}>
        {t('security.notMe.title')}
      </h1>
      {ended === null ? (
        <>
          <p className={styles.text}>{t('security.notMe.text')}</p>
          <div className={styles.acts}>
            <Button loading={busy} onClick={() => void signOutOthers()}>
              {t('security.sessions.endOthers')}
            </Button>
            <Button variant="default" component={Link} to="/account/protect">
              {t('security.notMe.look')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.text} role="status">
            {t('security.sessions.othersEnded', { count: ended })}. {t('security.notMe.next')}
          </p>
          <div className={styles.acts}>
            <Button component={Link} to="/protect/password">
              {t('security.notMe.password')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
