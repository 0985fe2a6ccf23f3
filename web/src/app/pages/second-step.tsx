import { ApiError } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { answerByPasskey, passkeyObstacle } from '../../parts/passkeys/authenticator.ts';
import { passkeyWords } from '../../parts/passkeys/passkey-words.ts';
import { useSession } from '../session/session-context.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { PhoneCodeChoice, type PhoneOffer } from './phone-code-choice.tsx';
import styles from './sign-in-page.module.css';

type Proof = { code: string } | { passkey: PasskeyAnswer };

type Props = {
  email: string;
  step: CodeRequired;
  /** What a code can be sent by; null where it comes from the app alone. */
  phone: PhoneOffer | null;
  /** Throws why it was refused. */
  onProof(proof: Proof, trust: boolean): Promise<void>;
  /** To the password again, with what to say there. */
  onBack(problem: string | null): void;
};

/** The quickest first; each with the words that lead to it from another. */
const WAYS = {
  passkey: 'passkeys.use',
  totp: 'secondStep.useApp',
  recovery_code: 'secondStep.useRecovery',
} as const;
type Way = keyof typeof WAYS;

/** TF-3: what is asked for after the password: a passkey, a code of the app or a telephone, or one from paper. */
export function SecondStep({ email, step, phone, onProof, onBack }: Props) {
  const { t } = useTranslation();
  const { api } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const ways = (Object.keys(WAYS) as Way[]).filter(
    (each) => step.methods.includes(each) && (each !== 'passkey' || passkeyObstacle() === null),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const [byPhone, setByPhone] = useState(false);
  const [code, setCode] = useState('');
  const [trust, setTrust] = useState(false);
  const [problem, setProblem] = useState<{ text: string; isFault: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const recovery = way === 'recovery_code';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || (way !== 'passkey' && code.trim() === '')) return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await onProof(await prove(), trust);
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : null;
      if (refused === 'challenge_expired') return onBack(signInWords(t, error));
      setProblem(problemOf(error, refused));
      setBusy(false);
      // A button that is disabled under the focus has lost it to the page.
      if (way === 'passkey') requestAnimationFrame(() => submitButton.current?.focus());
      field.current?.focus();
      field.current?.select();
    }
  }

  async function prove(): Promise<Proof> {
    if (way !== 'passkey') return { code };
    const { challenge } = step;
    return { passkey: await answerByPasskey((await api.askPasskey({ body: { challenge } })).data) };
  }

  function problemOf(error: unknown, refused: string | null) {
    if (way === 'passkey' && (refused === null || refused === 'passkey_refused'))
      return passkeyWords(t, error);
    const wrongRecovery = recovery && refused === 'code_incorrect';
    return { text: wrongRecovery ? t('secondStep.recoveryWrong') : signInWords(t, error), isFault: true };
  }

  function turn(to: Way) {
    setWay(to);
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
        <p
          role={problem.isFault ? 'alert' : 'status'}
          className={problem.isFault ? styles.problem : styles.lead}
        >
          {problem.text}
        </p>
      )}
      {way === 'passkey' ? (
        <p className={styles.lead}>{t('passkeys.stepHint')}</p>
      ) : (
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
      )}
      <Checkbox
        label={t('secondStep.trust')}
        checked={trust}
        onChange={({ currentTarget }) => setTrust(currentTarget.checked)}
      />
      <Button
        ref={submitButton}
        type="submit"
        size="md"
        fullWidth
        autoFocus={way === 'passkey'}
        disabled={busy}
      >
        {t(busy ? 'signIn.checking' : way === 'passkey' ? 'passkeys.use' : 'secondStep.verify')}
      </Button>
      {phone !== null && (
        <PhoneCodeChoice
          offer={phone}
          onSent={() => {
            setByPhone(true);
            if (way !== 'totp') turn('totp');
            field.current?.focus();
          }}
          onExpired={onBack}
        />
      )}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="subtle" onClick={() => turn(other)}>
            {t(WAYS[other])}
          </Button>
        ))}
      <Button variant="subtle" color="gray" onClick={() => onBack(null)}>
        {t('secondStep.back')}
      </Button>
    </form>
  );
}
