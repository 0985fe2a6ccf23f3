import { ApiError } from '@bocau/contract/client.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PhoneCodeChoice, type PhoneOffer } from './phone-code-choice.tsx';
import styles from './sign-in-page.module.css';
import { signInWords } from './sign-in-words.ts';

type Props = {
  email: string;
  /** What a code can be sent by; null where it comes from the app alone. */
  phone: PhoneOffer | null;
  /** Throws why it was refused. */
  onCode(code: string, trust: boolean): Promise<void>;
  /** To the password again, with what to say there. */
  onBack(problem: string | null): void;
};

/** TF-3: the code after the password, of the app or from paper. */
export function SecondStep({ email, phone, onCode, onBack }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [byPhone, setByPhone] = useState(false);
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || code.trim() === '') return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await onCode(code, trust);
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : null;
      if (refused === 'challenge_expired') return onBack(signInWords(t, error));
      const wrongRecovery = recovery && refused === 'code_incorrect';
      setProblem(wrongRecovery ? t('secondStep.recoveryWrong') : signInWords(t, error));
      setBusy(false);
      field.current?.focus();
      field.current?.select();
    }
  }

  function turn() {
    setRecovery(!recovery);
    setCode('');
    setProblem(null);
    field.current?.focus();
  }

  return (
    <form className={styles.card} onSubmit={(event) => void submit(event)} noValidate>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('secondStep.title')}</h1>
      <p className={styles.lead}>{email}</p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <TextInput
        ref={field}
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
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Checkbox
        label={t('secondStep.trust')}
        checked={trust}
        onChange={({ currentTarget }) => setTrust(currentTarget.checked)}
      />
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {t(busy ? 'signIn.checking' : 'secondStep.verify')}
      </Button>
      {phone !== null && (
        <PhoneCodeChoice
          offer={phone}
          onSent={() => {
            setByPhone(true);
            if (recovery) turn();
            field.current?.focus();
          }}
          onExpired={onBack}
        />
      )}
      <Button variant="subtle" onClick={turn}>
        {t(recovery ? 'secondStep.useApp' : 'secondStep.useRecovery')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
        {t('secondStep.back')}
      </Button>
    </form>
  );
}
