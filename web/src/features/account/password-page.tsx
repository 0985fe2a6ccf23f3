import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { PasswordForm } from './password-form.tsx';
import form from './password-page.module.css';
import { useAppPasswords } from './use-app-passwords.ts';

/** PW-1 to PW-3: changes the password, and ends what the old one gave access to. */
export function PasswordPage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const navigate = useNavigate();
  /** Users led here can open nothing else until they have chosen a password. */
  const isFirst = useLocation().search === '?first';
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const apps = useAppPasswords();
  const twoStep = useQuery({ queryKey: ['two-step'], queryFn: async () => (await api.getTwoStep({})).data });
  const trusts = twoStep.data !== undefined && twoStep.data.trusted_devices > 0;
  usePageTitle(t('protection.password.title'));

  async function change({ current, next }: { current: string; next: string }): Promise<void> {
    await api.changePassword({ body: { current_password: current, new_password: next } });
    notify({ text: t('protection.password.changed') });
    if (isFirst) void navigate('/account/protect', { replace: true });
    void queries.invalidateQueries();
  }

  return (
    <div className={styles.page}>
      <h1>{t('protection.password.title')}</h1>
      {isFirst ? (
        <p className={form.first} role="alert">
          {t('protection.password.first')}
        </p>
      ) : (
        <p className={styles.about}>{t('protection.password.about')}</p>
      )}
      <PasswordForm
        asksCurrent
        person={user.data}
        trusts={trusts}
        apps={(apps.data?.data ?? []).map(({ name }) => name)}
        submit={t('protection.password.submit')}
        onSubmit={change}
      />
    </div>
  );
}
