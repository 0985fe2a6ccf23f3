import { ApiError } from '@bocau/contract/client.ts';
import {
  normalizePassword,
  PASSWORD_LACKS,
  type PasswordFault,
  passwordFaults,
} from '@bocau/contract/password-rules.ts';
import { Button, PasswordInput } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './account-page.module.css';
import form from './password-page.module.css';
import { useStrength } from './use-strength.ts';

type Field = 'current' | 'next' | 'again';
type Faults = Partial<Record<Field, string>>;
const FIELDS = ['current', 'next', 'again'] as const;
const EMPTY = { current: '', next: '', again: '' };

/** PW-1 to PW-3: the password is changed, and what the old one opened ends. */
export function PasswordPage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const navigate = useNavigate();
  /** Nothing else is open to whoever is led here until they have chosen one. */
  const isFirst = useLocation().search === '?first';
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const [typed, setTyped] = useState(EMPTY);
  const [faults, setFaults] = useState<Faults>({});
  /** Why it can't be changed now, whatever is typed. */
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const apps = useQuery({
    queryKey: ['app-passwords'],
    queryFn: async () => (await api.listAppPasswords({})).data,
  });
  const twoStep = useQuery({ queryKey: ['two-step'], queryFn: async () => (await api.getTwoStep({})).data });
  const trusts = twoStep.data !== undefined && twoStep.data.trusted_devices > 0;
  usePageTitle(t('protection.password.title'));
  const strength = useStrength(typed.next, user.data);
  const lacks = passwordFaults(typed.next);

  function show(found: Faults): void {
    setFaults(found);
    const first = FIELDS.find((field) => found[field]);
    if (first) inputs.current[first]?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const found = foundHere();
    show(found);
    setRefused(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await api.changePassword({ body: { current_password: typed.current, new_password: typed.next } });
      setTyped(EMPTY);
      notify({ text: t('protection.password.changed') });
      if (isFirst) void navigate('/account/protect', { replace: true });
      void queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'password_refused' || error.code === 'password_incorrect') show(foundThere(error));
      // Whoever left the question of who it is knows that nothing was changed.
      else if (error.code !== 'proof_required') setRefused(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function foundHere(): Faults {
    const [first] = lacks;
    const missing = t('protection.password.fault.missing');
    if (typed.current === '') return { current: missing };
    if (typed.next === '') return { next: missing };
    if (first) return { next: t(`protection.password.fault.${first}`) };
    if (normalizePassword(typed.next) === normalizePassword(typed.current)) {
      return { next: t('protection.password.fault.same') };
    }
    return typed.next === typed.again ? {} : { again: t('protection.password.fault.differs') };
  }

  function foundThere(error: ApiError): Faults {
    if (error.code === 'password_incorrect') return { current: errorWords(t, error) };
    const [first] = error.details['faults'] as PasswordFault[];
    return { next: first ? t(`protection.password.fault.${first}`) : errorWords(t, error) };
  }

  const field = (name: Field, autoComplete: string) => (
    <PasswordInput
      ref={(input) => {
        inputs.current[name] = input;
      }}
      size="md"
      label={t(`protection.password.${name}`)}
      autoComplete={autoComplete}
      value={typed[name]}
      error={faults[name]}
      visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setTyped((before) => ({ ...before, [name]: value }));
        setFaults((before) => ({ ...before, [name]: undefined }));
      }}
    />
  );

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
      {refused !== null && (
        <p className={form.refused} role="alert">
          {refused}
        </p>
      )}
      <form className={form.form} onSubmit={(event) => void submit(event)} noValidate>
        <input type="text" hidden autoComplete="username" value={user.data?.email ?? ''} readOnly />
        {field('current', 'current-password')}
        {field('next', 'new-password')}
        <ul className={form.rules}>
          {PASSWORD_LACKS.map((lack) => {
            const met = typed.next !== '' && !lacks.includes(lack) && !lacks.includes('too_long');
            return (
              <li key={lack} data-met={met}>
                {met ? <IconCircleCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
                {t(`protection.password.rules.${lack}`)}
                <span className="visually-hidden">
                  {t(met ? 'protection.password.met' : 'protection.password.unmet')}
                </span>
              </li>
            );
          })}
        </ul>
        <p className={form.strength} data-strength={strength} role="status">
          {strength !== null &&
            t('protection.password.strength', { words: t(`protection.password.strengths.${strength}`) })}
        </p>
        {field('again', 'new-password')}
        <div className={form.ends}>
          <p>{t('protection.password.ends')}</p>
          <ul>
            <li>{t('protection.password.endsSessions')}</li>
            {trusts && <li>{t('protection.password.endsTrust')}</li>}
            {apps.data && apps.data.length > 0 && (
              <li>
                {t('protection.password.endsApps', { names: apps.data.map(({ name }) => name).join(', ') })}
              </li>
            )}
          </ul>
        </div>
        <div>
          <Button type="submit" loading={busy}>
            {t('protection.password.submit')}
          </Button>
        </div>
      </form>
    </div>
  );
}
