import type { Profile } from '@bocau/contract/profile.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { ProfileForm } from './profile-form.tsx';

/** AC-3: what a person says about themselves. */
export function ProfilePage() {
  const { t } = useTranslation();
  const api = useApi();
  const profile = useQuery<Profile>({
    queryKey: ['profile'],
    queryFn: async () => (await api.getProfile({})).data,
  });
  usePageTitle(t('profile.title'));
  return (
    <div className={styles.page}>
      <h1>{t('profile.title')}</h1>
      {profile.data ? <ProfileForm profile={profile.data} /> : <AccountState query={profile} lines={4} />}
    </div>
  );
}
