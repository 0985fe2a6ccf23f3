import { ApiError } from '@bocau/contract/client.ts';
import { CODE_PAUSE_SECONDS, type PhoneMethod } from '@bocau/contract/phone.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { retryWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import { signInWords } from '../session/sign-in-words.ts';
import styles from './sign-in-page.module.css';

type PhoneOffer = {
  methods: readonly PhoneMethod[];
  /** The part of the number that its owner recognises. */
  hint: string;
  /** Rejects with the reason why no code was sent. */
  send(method: PhoneMethod): Promise<void>;
};

type Props = { offer: PhoneOffer; onSent(): void; onExpired(problem: string): void };

/** TF-2: sends a sign-in code by SMS or call, and another one after a minute. */
export function PhoneCodeChoice({ offer: { methods, hint, send }, onSent, onExpired }: Props) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<PhoneMethod | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [nextAt, setNextAt] = useState(0);
  const seconds = useCountdown(nextAt);

  async function ask(method: PhoneMethod) {
    if (busy || seconds > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      await send(method);
      setSent(method);
      setNextAt(now() + CODE_PAUSE_SECONDS * 1000);
      onSent();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'challenge_expired') return onExpired(signInWords(t, error));
      const isLimit = error.code === 'too_many_requests';
      setSent(null);
      setProblem(
        isLimit
          ? `${t('secondStep.phone.limit')} ${retryWords(t, error.retryAfter)}`
          : t('secondStep.phone.failed'),
      );
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {sent !== null && (
        <p role="status" style={{ margin: 0 }}>
          {t(`secondStep.phone.sent.${sent}`, { number: hint })}
        </p>
      )}
      {methods.map((method, index) => (
        <Button
          key={method}
          variant="default"
          // `disabled` would lose the focus to the page.
          aria-disabled={busy || seconds > 0}
          data-disabled={busy || seconds > 0 || undefined}
          onClick={() => void ask(method)}
        >
          {seconds > 0 && index === 0
            ? t('secondStep.phone.again', { seconds })
            : t(`secondStep.phone.${method}`)}
        </Button>
      ))}
    </>
  );
}
