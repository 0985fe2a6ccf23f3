import type { PhoneMethod } from '@bocau/contract/phone.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSession } from '../session/session-context.ts';
import { PhoneCodeChoice } from './phone-code-choice.tsx';
import styles from './sign-in-page.module.css';
import { SignInProblem } from './sign-in-problem.tsx';
import { type Proof, useSecondStep, WAYS } from './use-second-step.ts';

type Props = {
  email: string;
  step: CodeRequired;
  /** Rejects with the reason of the refusal. */
  onProof(proof: Proof, trust: boolean): Promise<void>;
  /** Returns to the password, with a message to show there. */
  onBack(problem: string | null): void;
};

/** TF-3: the step after the password: a passkey, a code of an app or by phone, or a backup code. */
export function SecondStep({ email, step, onProof, onBack }: Props) {
  const { t } = useTranslation();
  const [byPhone, setByPhone] = useState(false);
  const [trust, setTrust] = useState(false);
  const asked = useSecondStep({ step, onProof: (proof) => onProof(proof, trust), onBack });
  const { field, way, busy, problem } = asked;
  return (
    <form className={styles.card} onSubmit={(event) => void asked.submit(event)} noValidate>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('secondStep.title')}</h1>
      <p className={styles.lead}>{email}</p>
      {problem !== null && <SignInProblem {...problem} />}
      {way === 'passkey' ? (
        <p className={styles.lead}>{t('passkeys.stepHint')}</p>
      ) : (
        <CodeField asked={asked} byPhone={byPhone} />
      )}
      <Checkbox
        label={t('secondStep.trust')}
        checked={trust}
        onChange={({ currentTarget }) => setTrust(currentTarget.checked)}
      />
      <Button
        ref={asked.submitButton}
        type="submit"
        size="md"
        fullWidth
        autoFocus={way === 'passkey'}
        disabled={busy}
      >
        {t(busy ? 'signIn.checking' : way === 'passkey' ? 'passkeys.use' : 'secondStep.verify')}
      </Button>
      <PhoneCode
        step={step}
        onSent={() => {
          setByPhone(true);
          if (way !== 'totp') asked.turn('totp');
          field.current?.focus();
        }}
        onExpired={onBack}
      />
      {asked.otherWays.map((other) => (
        <Button key={other} variant="subtle" onClick={() => asked.turn(other)}>
          {t(WAYS[other])}
        </Button>
      ))}
      <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
        {t('secondStep.back')}
      </Button>
    </form>
  );
}

/** A code of an app, by phone, or a backup code. */
function CodeField({ asked, byPhone }: { asked: ReturnType<typeof useSecondStep>; byPhone: boolean }) {
  const { t } = useTranslation();
  const recovery = asked.way === 'recovery_code';
  return (
    <TextInput
      ref={asked.field}
      name="code"
      label={t(recovery ? 'secondStep.recovery' : 'signIn.code')}
      description={t(
        recovery ? 'secondStep.recoveryHint' : byPhone ? 'secondStep.phone.hint' : 'signIn.codeHint',
      )}
      inputMode={recovery ? 'text' : 'numeric'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      autoFocus
      value={asked.code}
      onChange={({ currentTarget }) => asked.setCode(currentTarget.value)}
    />
  );
}

type PhoneProps = { step: CodeRequired; onSent(): void; onExpired(problem: string): void };

/** For accounts with a phone number, which the code can be sent to. */
function PhoneCode({ step: { challenge, methods = [], phone_hint }, onSent, onExpired }: PhoneProps) {
  const { api } = useSession();
  const byPhone = methods.filter((method) => method === 'sms' || method === 'call');
  if (byPhone.length === 0) return null;
  const send = async (method: PhoneMethod) => {
    await api.sendCode({ body: { method, challenge } });
  };
  const offer = { methods: byPhone, hint: phone_hint ?? '', send };
  return <PhoneCodeChoice offer={offer} onSent={onSent} onExpired={onExpired} />;
}
