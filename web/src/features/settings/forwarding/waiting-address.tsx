import { ApiError } from '@bocau/contract/client.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';

import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { useCountdown } from '../../../ui/use-countdown.ts';
import styles from './forwarding.module.css';
import type { Forward } from './forwards.ts';

const RESEND_AFTER_MS = 60_000;

type Props = {
  forward: Forward;
  /** A code has just been mailed. */
  fresh: boolean;
  onVerified(): Promise<void>;
  onRemove(): void;
};

/** FW-1, FW-5: an address that is not verified yet. */
export function WaitingAddress({ forward: { address }, fresh, onVerified, onRemove }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const from = useSessionState((session) => session.user()?.email ?? '');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);
  const [mailableAt, setMailableAt] = useState(() => (fresh ? now() + RESEND_AFTER_MS : 0));
  const seconds = useCountdown(mailableAt);

  async function verify(event: FormEvent) {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    setBusy('verify');
    try {
      const { data } = await api.verifyForward({ body: { code, account_to: address } });
      notify({ text: t(data.is_enable ? 'forwarding.verified' : 'forwarding.verifiedOnly', { address }) });
      await onVerified();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(errorWords(t, error));
    } finally {
      setBusy(null);
    }
  }

  async function resend() {
    setBusy('resend');
    setFault(null);
    try {
      await api.resendForwardCode({ body: { type: 'autofw', from, to: address } });
      setCode('');
      setMailableAt(now() + RESEND_AFTER_MS);
      notify({ text: t('forwarding.mailed', { address }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(errorWords(t, error));
    } finally {
      setBusy(null);
    }
  }

  return (
    <li>
      <form className={styles.waiting} onSubmit={(event) => void verify(event)} noValidate>
        <span className={styles.address}>{address}</span>
        <TextInput
          className={styles.code}
          aria-label={t('forwarding.code', { address })}
          placeholder={t('forwarding.codeShort')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          value={code}
          error={fault}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setFault(null);
          }}
        />
        <span className={styles.acts}>
          <Button
            type="submit"
            loading={busy === 'verify'}
            disabled={code.trim() === '' || busy === 'resend'}
            aria-label={t('forwarding.verifyWho', { address })}
          >
            {t('forwarding.verify')}
          </Button>
          <Button
            variant="default"
            loading={busy === 'resend'}
            disabled={seconds > 0}
            aria-label={seconds > 0 ? undefined : t('forwarding.resendWho', { address })}
            onClick={() => void resend()}
          >
            {seconds > 0 ? t('forwarding.resendIn', { seconds }) : t('forwarding.resend')}
          </Button>
          <Button variant="default" aria-label={t('forwarding.removeWho', { address })} onClick={onRemove}>
            {t('forwarding.remove')}
          </Button>
        </span>
      </form>
    </li>
  );
}
