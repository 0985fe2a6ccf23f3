import type { WayIn } from '@bocau/contract/security.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import styles from '../../parts/account/account-page.module.css';
import { deviceWords } from '../../parts/account/device-words.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link } from '../../router/router.tsx';

/** The pages on which each is removed; the others are removed on this page. */
const REMOVED_AT: Partial<Record<string, string>> = {
  two_step_on: '/protect/authentication',
  recovery_codes_made: '/protect/authentication',
  passkey_added: '/protect/authentication',
  phone_verified: '/verify',
  phone_changed: '/verify',
  forward_added: '/setting/autoforward',
  redirect_added: '/setting/customfilters',
} satisfies Partial<Record<WayIn, string>>;

/**
 * LH-2: what was added around the time of an intruder's sign-in; a new password alone does not lock them out.
 */
export function StrangerTraces() {
  const { t } = useTranslation();
  const api = useApi();
  const { time_zone: zone } = useSettings();
  const traces = useQuery({
    queryKey: ['activities', 'stranger'],
    queryFn: async () => (await api.listActivities({ query: { only: 'stranger' } })).data,
  });
  if (!traces.data?.length) return null;
  return (
    <section className={styles.section} aria-labelledby="stranger-traces">
      <div className={styles.heading}>
        <h2 id="stranger-traces">{t('security.traces.title')}</h2>
      </div>
      <p className={styles.about}>{t('security.traces.about')}</p>
      <ul className={styles.lines} aria-labelledby="stranger-traces">
        {traces.data.map(({ id, kind, at, about, device, protocol, address }) => {
          const to = REMOVED_AT[kind];
          const words = kind === 'sign_in' ? '' : t(`security.changes.${kind}`);
          return (
            <li key={id} className={styles.line}>
              <span className={styles.what}>
                <span className={styles.name}>{words}</span>
                <span className={styles.detail}>
                  {[about, shortMoment(at, now(), zone), deviceWords(t, device, protocol), address]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {to ? (
                <Link to={to} aria-label={t('security.traces.lookAt', { what: words })}>
                  {t('security.traces.look')}
                </Link>
              ) : (
                <span className={styles.detail}>{t('security.traces.below')}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
