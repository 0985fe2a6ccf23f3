import type { Profile } from '@bocau/contract/profile.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import styles from './account-home.module.css';

/** AC-2: the verified number, or what verifying one is good for. */
export function PhoneFact() {
  const { t } = useTranslation();
  const api = useApi();
  const profile = useQuery<Profile>({
    queryKey: ['profile'],
    queryFn: async () => (await api.getProfile({})).data,
  });
  const phone = profile.data?.phone ?? null;
  // Reserves room for the usual text while it loads, so that nothing below moves.
  return (
    <span
      className={styles.name}
      aria-busy={!profile.data && !profile.isError}
      data-known={Boolean(profile.data)}
    >
      {phone ?? <span className={styles.muted}>{t('account.verifyHint')}</span>}
      <Link to="/verify">{t(phone === null ? 'account.verifyNow' : 'account.changePhone')}</Link>
    </span>
  );
}
