import { ApiError } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { answerByPasskey, passkeyObstacle } from '../../parts/passkeys/authenticator.ts';
import { passkeyWords } from '../../parts/passkeys/passkey-words.ts';
import { useSession } from '../session/session-context.ts';
import { signInWords } from '../session/sign-in-words.ts';

/** The quickest first; each with the label of the link to it from another one. */
export const WAYS = {
  passkey: 'passkeys.use',
  totp: 'secondStep.useApp',
  recovery_code: 'secondStep.useRecovery',
} as const;
type Way = keyof typeof WAYS;

export type Proof = { code: string } | { passkey: PasskeyAnswer };

type Given = {
  step: CodeRequired;
  /** Rejects with the reason of the refusal. */
  onProof(proof: Proof): Promise<void>;
  /** Returns to the password, with a message to show there. */
  onBack(problem: string | null): void;
};

/** One way at a time to complete the second step, and the message when it is refused. */
export function useSecondStep({ step, onProof, onBack }: Given) {
  const { t } = useTranslation();
  const { api } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const ways = (Object.keys(WAYS) as Way[]).filter(
    (each) => step.methods.includes(each) && (each !== 'passkey' || passkeyObstacle() === null),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<{ text: string; isFault: boolean } | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || (way !== 'passkey' && code.trim() === '')) return field.current?.focus();
    setBusy(true);
    setProblem(null);
    try {
      await onProof(await prove());
    } catch (error) {
      const refused = error instanceof ApiError ? error.code : null;
      if (refused === 'challenge_expired') return onBack(signInWords(t, error));
      setProblem(problemOf(error, refused));
      setBusy(false);
      // The button was disabled while focused, so it has lost the focus to the page.
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
    const wrongRecovery = way === 'recovery_code' && refused === 'code_incorrect';
    return { text: wrongRecovery ? t('secondStep.recoveryWrong') : signInWords(t, error), isFault: true };
  }

  function turn(to: Way) {
    setWay(to);
    setCode('');
    setProblem(null);
    field.current?.focus();
  }

  const otherWays = ways.filter((other) => other !== way);
  return { field, submitButton, way, otherWays, turn, code, setCode, problem, busy, submit };
}
