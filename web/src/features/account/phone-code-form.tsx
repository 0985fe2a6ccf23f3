import { ApiError } from '@bocau/contract/client.ts';
import { CODE_PAUSE_SECONDS, type PhoneMethod, type PhoneVerification } from '@bocau/contract/phone.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { numberFault } from './phone-number-form.tsx';
import styles from './verify-page.module.css';

type Props = {
  pending: NonNullable<PhoneVerification['pending']>;
  methods: readonly PhoneMethod[];
  /** Formatted for reading. */
  number: string;
  onSent(verification: PhoneVerification): void;
  onVerified(verification: PhoneVerification): void;
  /** Goes back to entering another number; `fault` says why this one could not be used. */
  onOther(fault: string | null): void;
};

/** AC-6: takes the code that was sent, and can send another after a minute. */
export function PhoneCodeForm({ pending, methods, number, onSent, onVerified, onOther }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<PhoneMethod | 'code' | null>(null);
  const { phone, resend_at: resendAt } = pending;
  const seconds = useResendPause(resendAt);

  useEffect(() => field.current?.focus(), []);

  async function attempt(
    what: PhoneMethod | 'code',
    act: () => Promise<void>,
    refused: (e: ApiError) => void,
  ) {
    if (busy) return;
    setBusy(what);
    setFault(null);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'proof_required') refused(error);
    } finally {
      setBusy(null);
    }
  }

  function refuse(words: string) {
    setFault(words);
    field.current?.focus();
    field.current?.select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return refuse(t('phone.fault.missingCode'));
    await attempt(
      'code',
      async () => onVerified((await api.confirmVerification({ body: { code } })).data),
      (error) => {
        if (error.code === 'already_exists') onOther(t('phone.fault.used'));
        else if (error.code === 'verification_code_wrong') refuse(t('phone.fault.wrong'));
        else refuse(errorWords(t, error));
      },
    );
  }

  const resend = (by: PhoneMethod) =>
    attempt(
      by,
      async () => {
        onSent((await api.startVerification({ body: { phone, method: by } })).data);
        setCode('');
        field.current?.focus();
      },
      (error) => refuse(numberFault(t, error)),
    );

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <SentNote pending={pending} number={number} />
      <TextInput
        ref={field}
        className={`${styles.field} ${styles.code}`}
        label={t('phone.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        size="md"
        value={code}
        error={fault}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setFault(null);
        }}
      />
      <div className={styles.acts}>
        <Button type="submit" loading={busy === 'code'}>
          {t('phone.confirm')}
        </Button>
        <Resend methods={methods} seconds={seconds} busy={busy} onResend={(by) => void resend(by)} />
        <Button variant="subtle" color="gray" onClick={() => onOther(null)}>
          {t('phone.other')}
        </Button>
      </div>
    </form>
  );
}

/** Seconds until another code can be sent. */
function useResendPause(resendAt: number): number {
  // The clock of this machine may be wrong, but nobody ever waits longer than the pause.
  const [arrived, setArrived] = useState({ resendAt, at: now() });
  if (arrived.resendAt !== resendAt) setArrived({ resendAt, at: now() });
  return useCountdown(Math.min(resendAt * 1000, arrived.at + CODE_PAUSE_SECONDS * 1000));
}

/** Whether the code was sent, to which number and by which method. */
function SentNote({ pending: { state, method }, number }: Pick<Props, 'pending' | 'number'>) {
  const { t } = useTranslation();
  return state === 'failed' ? (
    <p className={styles.failed} role="alert">
      {t('phone.notSent', { number })}
    </p>
  ) : (
    <p className={styles.sent} role="status">
      {t(`phone.${state === 'sent' ? 'sentTo' : 'queued'}.${method}`, { number })}
    </p>
  );
}

type ResendProps = {
  methods: readonly PhoneMethod[];
  seconds: number;
  busy: PhoneMethod | 'code' | null;
  onResend(by: PhoneMethod): void;
};

function Resend({ methods, seconds, busy, onResend }: ResendProps) {
  const { t } = useTranslation();
  return methods.map((each, index) => (
    <Button
      key={each}
      variant="default"
      loading={busy === each}
      // `disabled` would move the focus to the page's body.
      aria-disabled={seconds > 0}
      data-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && onResend(each)}
    >
      {seconds > 0 && index === 0 ? t('phone.resendIn', { seconds }) : t(`phone.send.${each}`)}
    </Button>
  ));
}
