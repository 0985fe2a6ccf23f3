import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { answerByPasskey, passkeyObstacle } from '../../parts/passkeys/authenticator.ts';
import { passkeyWords } from '../../parts/passkeys/passkey-words.ts';
import { PERSON } from '../browser/page-account.ts';
import { PasswordFields } from '../session/password-fields.tsx';
import { useSession } from '../session/session-context.ts';
import { useRefusal } from '../session/use-refusal.ts';
import styles from './session-ended.module.css';

type Props = {
  /** Whose windows are open. */
  email: string;
  /** Saves what was written, or at least puts it where it outlives the page. */
  keep(): Promise<void>;
  /** To the sign-in page, for somebody else. */
  onLeave(): void;
};

/**
 * RT-12: asks for the password beside what is being written, which is all of the mailbox that stays in sight. It takes no focus: what is typed goes on into the message,
 * which is kept on this device, and into no field of a form that came up meanwhile.
 */
export function SessionEnded({ email, keep, onLeave }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const title = useId();
  const [busy, setBusy] = useState(false);
  const refusal = useRefusal();
  useLeaveWithOthers(onLeave);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = event.currentTarget;
    const form = new FormData(fields);
    const code = form.get('code');
    setBusy(true);
    refusal.clear();
    try {
      const password = String(form.get('password'));
      await session.signIn({ email, password, ...(code ? { code: String(code) } : {}) });
      await keep();
      // Begins anew with the new session; the windows come back as they are, and are saved.
      window.location.reload();
    } catch (error) {
      setBusy(false);
      refusal.show(error, fields);
    }
  }

  async function enterByPasskey(): Promise<void> {
    if (busy) return;
    setBusy(true);
    refusal.clear();
    try {
      await loadLaterWords();
      const { data } = await session.api.askPasskey({ body: {} });
      await session.signIn({ passkey: await answerByPasskey(data), email });
      await keep();
      window.location.reload();
    } catch (error) {
      setBusy(false);
      const { text, isFault } = passkeyWords(t, error);
      refusal.say(text, isFault);
    }
  }

  return (
    <form
      className={`${styles.panel} not-printed`}
      data-session-ended
      role="dialog"
      aria-labelledby={title}
      onSubmit={submit}
    >
      <p id={title} className={styles.title} role="alert">
        {t('signIn.ended')}
      </p>
      <p className={styles.text}>{t('signIn.goOnWriting')}</p>
      <Problem refusal={refusal} />
      <TextInput
        name="email"
        size="md"
        label={t('signIn.email')}
        autoComplete="username"
        value={email}
        readOnly
      />
      <PasswordFields needsCode={refusal.needsCode} />
      <div className={styles.acts}>
        <Button size="md" variant="subtle" onClick={onLeave}>
          {t('signIn.somebodyElse')}
        </Button>
        {passkeyObstacle() === null && (
          <Button size="md" variant="default" aria-disabled={busy} onClick={() => void enterByPasskey()}>
            {t('signIn.passkey')}
          </Button>
        )}
        <Button size="md" type="submit" disabled={busy}>
          {t(busy ? 'signIn.checking' : 'signIn.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Why nobody was let in. */
function Problem({ refusal: { problem, isFault } }: { refusal: ReturnType<typeof useRefusal> }) {
  if (problem === null) return null;
  return (
    <p role={isFault ? 'alert' : 'status'} className={isFault ? styles.problem : styles.text}>
      {problem}
    </p>
  );
}

/** Who signs out in another tab, or signs in as somebody else, leaves no message behind that the server has. */
function useLeaveWithOthers(onLeave: () => void): void {
  const session = useSession();
  const compose = useLazyCompose();
  useEffect(() => {
    const leave = () => {
      const isSaved =
        compose
          .model()
          ?.windows()
          .every(({ unsaved }) => !unsaved) ?? true;
      const isOver = localStorage.getItem(PERSON) === null || session.isReplaced();
      if (isSaved && isOver) onLeave();
    };
    leave();
    window.addEventListener('storage', leave);
    return () => window.removeEventListener('storage', leave);
  }, [compose, onLeave, session]);
}
