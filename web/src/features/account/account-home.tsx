import type { AccountQuota, User } from '@bocau/contract/account.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { Together } from '../../parts/account/together.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { storageOf } from '../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../parts/storage/storage-meter.tsx';
import { Link } from '../../router/router.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './account-home.module.css';
import { OwnAvatar } from './own-avatar.tsx';
import { PhoneFact } from './phone-fact.tsx';

/** The account's home page: who is signed in, storage used and quota, and signing out. */
export function AccountHome({ onSignOut }: { onSignOut(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const quota = useQuery({ queryKey: ['quota'], queryFn: async () => (await api.getQuota({})).data });
  usePageTitle(t('account.title'));

  function retry() {
    void user.refetch();
    void quota.refetch();
  }

  function content(): ReactNode {
    if (user.data && quota.data) return <Facts user={user.data} quota={quota.data} />;
    if (!user.isError && !quota.isError) return <div className={styles.waiting} aria-busy="true" />;
    return <LoadFailed words={t('account.loadFailed')} onRetry={retry} />;
  }

  return (
    <div className={styles.screen}>
      <h1>{t('account.title')}</h1>
      <Together>
        {content()}
        <section className={styles.device} aria-labelledby="account-device">
          <div>
            <h2 id="account-device">{t('account.device')}</h2>
            <p>{t('account.signOutHint')}</p>
          </div>
          <Button variant="default" onClick={onSignOut}>
            {t('common.actions.signOut')}
          </Button>
        </section>
      </Together>
    </div>
  );
}

function Facts({ user, quota }: { user: User; quota: AccountQuota }) {
  const { t } = useTranslation();
  const domain = user.email.slice(user.email.lastIndexOf('@') + 1);
  return (
    <>
      <OwnAvatar user={user} />
      <dl className={styles.facts}>
        <dt>{t('account.email')}</dt>
        <dd>{user.email}</dd>
        <dt>{t('account.name')}</dt>
        <dd className={styles.name}>
          {user.fullname || <span className={styles.muted}>{t('account.noName')}</span>}
          <Link to="/account/profile">{t('account.editProfile')}</Link>
        </dd>
        <dt>{t('account.phone')}</dt>
        <dd>
          <PhoneFact />
        </dd>
        <dt>{t('account.domain')}</dt>
        <dd>
          {domain}{' '}
          <span className={styles.sign} data-verified={user.domain_verified}>
            {t(user.domain_verified ? 'account.verified' : 'account.unverified')}
          </span>
          {!user.domain_verified && (
            <p className={styles.muted}>
              {t('account.unverifiedHint')}{' '}
              {user.owner !== user.email && t('account.askOwner', { owner: user.owner })}
            </p>
          )}
        </dd>
        <dt>{t('account.storage')}</dt>
        <dd>
          <Room quota={quota} label={t('account.storage')} />
          <Link to="/setting/storage">{t('storage.open')}</Link>
        </dd>
        {quota.drive && (
          <>
            <dt>{t('account.driveStorage')}</dt>
            <dd>
              <Room quota={quota.drive} label={t('account.driveStorage')} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

type Kept = Pick<AccountQuota, 'user_quota' | 'user_used_quota'>;

function Room({ quota, label }: { quota: Kept; label: string }) {
  const { t } = useTranslation();
  const storage = storageOf(quota);
  if (!storage) {
    const used = t('account.used', { used: readableSize(quota.user_used_quota) });
    return `${used}. ${t('account.unlimited')}`;
  }
  const used = t('account.used', { used: readableSize(storage.used) });
  const left = t('account.left', { left: readableSize(storage.left), total: readableSize(storage.total) });
  return (
    <>
      <StorageMeter storage={storage} label={label} words={`${used}, ${left}`} thickness={8} />
      <div className={styles.sizes}>
        <span>{used}</span>
        <span>{left}</span>
      </div>
    </>
  );
}
