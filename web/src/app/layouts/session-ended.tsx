import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { keepPlace } from '../../features/compose/windows/left-place.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { useLazyCompose } from '../../parts/compose/lazy-compose.ts';
import { isTyping } from '../../parts/keyboard/shortcuts.ts';
import { notify } from '../../parts/notices/notify.ts';
import { answerByPasskey, passkeyObstacle } from '../../parts/passkeys/authenticator.ts';
import { passkeyWords } from '../../parts/passkeys/passkey-words.ts';
import { useLayer } from '../../ui/layers/use-layer.ts';
import { hasUnsavedForm, unsavedForms } from '../../ui/unsaved-forms.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { PERSON } from '../browser/page-account.ts';
import { PasswordFields } from '../session/password-fields.tsx';
import { useSession } from '../session/session-context.ts';
import { useRefusal } from '../session/use-refusal.ts';
import { useSessionBack } from '../session/use-session-back.ts';
import styles from './session-ended.module.css';

type Props = {
  /** The owner of the open windows. */
  email: string;
  /** Saves what was written, or at least stores it where it survives closing the page. */
  keep(): Promise<void>;
  /** Leads to the sign-in page, for another user. */
  onLeave(): void;
  /** Shows the page again as it was left: a form of it is still to be saved. */
  onGoOn(): void;
};

/**
 * RT-12: asks for the password beside the message that is being written; the rest of the mailbox is hidden.
 * It takes no focus from a message: keystrokes continue to go into it, it is kept on this device, and never
 * into a form that appeared meanwhile. Elsewhere they would go nowhere (AU-11).
 */
export function SessionEnded({ email, keep, onLeave, onGoOn }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const title = useId();
  const [busy, setBusy] = useState(false);
  const refusal = useRefusal();
  const root = useRef<HTMLFormElement>(null);
  const { written, left } = useWritten(root);
  const [keepsForm] = useState(hasUnsavedForm);
  // AU-16: Escape and Back would close the form that nobody sees.
  useLayer({ close: () => undefined, opened: keepsForm, stays: true });
  const compose = useLazyCompose();
  const isWriting = (compose.model()?.windows().length ?? 0) > 0;
  const waiting = compose.model()?.deferredMails().length ?? 0;
  const isNarrow = useIsNarrowScreen();
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (isAsked) focusPassword(root.current);
  }, [isAsked]);
  useLeaveWithOthers(onLeave);
  useSessionBack(true, goOn);

  /** Starts again with the new session; the windows are restored, and then saved. */
  async function goOn(): Promise<void> {
    await keep();
    if (hasUnsavedForm()) {
      onGoOn();
      // The page is hidden, and takes no focus, until it is shown again.
      requestAnimationFrame(() => left.current?.focus());
      notify({ text: t('signIn.goOnFilling'), seconds: 8 });
      await formsSaved();
      await keep();
    }
    if (written.current) keepPlace(written.current);
    window.location.reload();
  }

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
      await goOn();
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
      await goOn();
    } catch (error) {
      setBusy(false);
      const { text, isFault } = passkeyWords(t, error);
      refusal.say(text, isFault);
    }
  }

  // On a phone the fields would lie over the text.
  if (isNarrow && isWriting && !isAsked) return <Folded onOpen={() => setAsked(true)} />;

  return (
    <form
      ref={root}
      className={`${styles.panel} ${isWriting ? '' : styles.alone} not-printed`}
      data-session-ended
      role="dialog"
      aria-labelledby={title}
      onSubmit={submit}
    >
      <p id={title} className={styles.title} role="alert">
        {t('signIn.ended')}
      </p>
      {isWriting && <p className={styles.text}>{t('signIn.goOnWriting')}</p>}
      {waiting > 0 && <p className={styles.text}>{t('signIn.mailWaits', { count: waiting })}</p>}
      {keepsForm && <p className={styles.text}>{t('signIn.formStays')}</p>}
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
        <Button size="md" type="submit" disabled={busy}>
          {t(busy ? 'signIn.checking' : 'signIn.submit')}
        </Button>
        {passkeyObstacle() === null && (
          <Button size="md" variant="default" aria-disabled={busy} onClick={() => void enterByPasskey()}>
            {t('signIn.passkey')}
          </Button>
        )}
        <Button size="md" variant="subtle" onClick={onLeave}>
          {t('signIn.somebodyElse')}
        </Button>
      </div>
    </form>
  );
}

function Folded({ onOpen }: { onOpen(): void }) {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section
      className={`${styles.panel} ${styles.folded} not-printed`}
      data-session-ended
      role="dialog"
      aria-labelledby={title}
    >
      <p id={title} className={styles.title} role="alert">
        {t('signIn.ended')}
      </p>
      <Button size="md" className={styles.open} onClick={onOpen}>
        {t('signIn.submit')}
      </Button>
    </section>
  );
}

/** Why the sign-in was refused. */
function Problem({ refusal: { problem, isFault } }: { refusal: ReturnType<typeof useRefusal> }) {
  if (problem === null) return null;
  return (
    <p role={isFault ? 'alert' : 'status'} className={isFault ? styles.problem : styles.text}>
      {problem}
    </p>
  );
}

/**
 * Where a message was written last, and is gone on with. Where none is being written, the password has the keys; `left` had
 * them.
 */
function useWritten(dialog: RefObject<HTMLElement | null>) {
  const written = useRef<Element>(null);
  const left = useRef<HTMLElement>(null);
  useEffect(() => {
    left.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const note = () => {
      const { activeElement } = document;
      if (activeElement?.closest('[data-compose]:not([data-state="mini"])')) written.current = activeElement;
    };
    note();
    if (!written.current || !isTyping(written.current)) focusPassword(dialog.current);
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [dialog]);
  return { written, left };
}

/** Resolves once all forms are saved, or thrown away. */
async function formsSaved(): Promise<void> {
  while (hasUnsavedForm()) {
    await new Promise<void>((resolve) => {
      const stop = unsavedForms.subscribe(() => {
        stop();
        // A small form that goes on as the whole one is gone before that one counts.
        after(0, resolve);
      });
    });
  }
}

function focusPassword(dialog: HTMLElement | null): void {
  dialog?.querySelector<HTMLElement>('[name="password"]')?.focus();
}

/** Leaves when the user signs out or someone else signs in in another tab, if everything is saved. */
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
      if (isSaved && isOver && !hasUnsavedForm()) onLeave();
    };
    leave();
    window.addEventListener('storage', leave);
    return () => window.removeEventListener('storage', leave);
  }, [compose, onLeave, session]);
}
