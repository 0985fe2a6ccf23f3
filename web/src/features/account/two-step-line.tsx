import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullMoment } from '../../lib/dates.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link } from '../../router/router.tsx';
import own from './recovery-address.module.css';

/** Whether sign-ins need a second step, with a link to the page where that is changed. */
export function TwoStepLine() {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const state = useQuery({ queryKey: ['two-step'], queryFn: async () => (await api.getTwoStep({})).data });
  const { enabled, since } = state.data ?? { enabled: false, since: null };
  return (
    <section className={styles.section} aria-labelledby="two-step-state">
      <div className={styles.heading}>
        <h2 id="two-step-state">{t('protection.step.title')}</h2>
      </div>
      {state.data === undefined ? (
        <AccountState query={state} lines={1} />
      ) : (
        <div className={own.state}>
          <span className={own.address}>
            {enabled
              ? t('protection.step.on', { date: fullMoment(since ?? 0, zone) })
              : t('protection.step.off')}
          </span>
          <Button variant="default" component={Link} to="/protect/authentication">
            {t(enabled ? 'recovery.step.manage' : 'protection.step.turnOn')}
          </Button>
        </div>
      )}
    </section>
  );
}
