import { ApiError } from '@bocau/contract/client.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import own from './recovery-address.module.css';

const KEY = ['recovery-address'];

/** The address to which the link for a forgotten password is sent. */
export function RecoveryAddress() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const known = useQuery({ queryKey: KEY, queryFn: async () => (await api.getRecoveryAddress({})).data });
  const [changing, setChanging] = useState(false);
  const [busy, setBusy] = useState(false);

  async function changed() {
    setChanging(false);
    await queries.invalidateQueries({ queryKey: KEY });
    await queries.invalidateQueries({ queryKey: ['activities'] });
  }

  async function mailCode(email: string) {
    try {
      await api.setRecoveryAddress({ body: { email } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') throw error;
      return t('recovery.address.refused');
    }
    await changed();
    return null;
  }

  async function remove() {
    setBusy(true);
    try {
      await api.setRecoveryAddress({ body: { email: null } });
      notify({ text: t('recovery.address.removed') });
      await changed();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'proof_required') notify({ text: errorWords(t, error), tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
    }
  }

  async function verify(code: string) {
    await api.verifyRecoveryAddress({ body: { code } });
    notify({ text: t('recovery.address.verified') });
    await changed();
    return null;
  }

  const { address = null, pending = null } = known.data ?? {};
  return (
    <section className={styles.section} aria-labelledby="recovery-address">
      <div className={styles.heading}>
        <h2 id="recovery-address">{t('recovery.address.title')}</h2>
      </div>
      <p className={styles.about}>{t('recovery.address.about')}</p>
      {known.data === undefined ? (
        <AccountState query={known} lines={1} />
      ) : (
        <>
          <div className={own.state}>
            <span className={own.address}>{address ?? t('recovery.address.none')}</span>
            {!changing && (
              <Button variant="default" onClick={() => setChanging(true)}>
                {t(address === null ? 'recovery.address.set' : 'recovery.address.change')}
              </Button>
            )}
            {(address !== null || pending !== null) && !changing && (
              <Button variant="subtle" color="gray" loading={busy} onClick={() => void remove()}>
                {t('recovery.address.remove')}
              </Button>
            )}
          </div>
          {changing ? (
            <Asking
              key="address"
              label={t('recovery.address.label')}
              type="email"
              submit={t('recovery.address.mailCode')}
              onSend={mailCode}
              onCancel={() => setChanging(false)}
            />
          ) : (
            pending !== null && (
              <Asking
                key={pending}
                label={t('recovery.address.code', { address: pending })}
                type="code"
                submit={t('recovery.address.verify')}
                onSend={verify}
              />
            )
          )}
        </>
      )}
    </section>
  );
}

type AskingProps = {
  label: string;
  type: 'email' | 'code';
  submit: string;
  /** Resolves to the reason why the typed value is invalid; throws any other refusal. */
  onSend(typed: string): Promise<string | null>;
  onCancel?(): void;
};

/** One field and its button; a refused value stays for correction. */
function Asking({ label, type, submit, onSend, onCancel }: AskingProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  function refuse(words: string) {
    setFault(words);
    field.current?.focus();
    field.current?.select();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (typed.trim() === '') return refuse(t('protection.password.fault.missing'));
    setBusy(true);
    try {
      const refusal = await onSend(typed.trim());
      if (refusal !== null) refuse(refusal);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={own.form} onSubmit={(event) => void send(event)} noValidate>
      <TextInput
        ref={field}
        size="md"
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault(null);
        }}
        label={label}
        type={type === 'email' ? 'email' : 'text'}
        inputMode={type === 'email' ? 'email' : 'numeric'}
        autoComplete={type === 'email' ? 'email' : 'one-time-code'}
        autoCapitalize="none"
      />
      <div className={own.acts}>
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('common.actions.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}
