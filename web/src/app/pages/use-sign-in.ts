import { ApiError } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { forgetSearches } from '../../features/search/recent-searches.ts';
import { loadLaterWords, spoken } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import { notices } from '../../parts/notices/notify.ts';
import { keptAnswers } from '../../parts/queries/kept-answers.ts';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { useNavigate } from '../../router/router.tsx';
import type { SignInInput } from '../session/session.ts';
import { useSession } from '../session/session-context.ts';
import { useRefusal } from '../session/use-refusal.ts';
import { useSessionBack } from '../session/use-session-back.ts';
import { saveChosenLanguage } from './chosen-language.ts';
import { useSignOn } from './use-sign-on.tsx';

/** A sign-in with the right password that still needs a code. */
type Waiting = { email: string; needs: CodeRequired };

export type SignIn = ReturnType<typeof useSignIn>;

/**
 * Signs in by password, passkey or single sign-on, and goes to `to`; `hasEnded`: an ended session led here.
 */
export function useSignIn(to: string, hasEnded: boolean) {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const settings = useSettingsModel();
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const refusal = useRefusal(hasEnded ? t('signIn.ended') : null);
  const { say } = refusal;
  const signOn = useSignOn({ onArrived: arrive, onStay: stay, onChallenge: setWaiting, to });

  useSessionBack(hasEnded, arrive);

  // The cookie of the ended session still exists, so the server can say whether the account was suspended.
  useEffect(() => {
    if (!hasEnded) return;
    session.api.getUserInfo({}).catch((error: unknown) => {
      const isSuspended = error instanceof ApiError && error.code === 'account_suspended';
      if (isSuspended) say(spoken.get().t('errors.account_suspended'));
    });
  }, [hasEnded, session, say]);

  async function arrive(): Promise<void> {
    settings.forget();
    await saveChosenLanguage(settings);
    if (!session.goesOn()) {
      // Whatever a part of the page still holds goes with the page.
      window.location.replace(to);
      return new Promise<never>(() => undefined);
    }
    // Their uploads go on; the models that could undo what they did are closed.
    keptAnswers()?.clear();
    forgetSearches();
    actHistory.set([]);
    notices.set([]);
    await navigate(to, { replace: true });
  }

  function stay() {
    void navigate(to, { replace: true });
  }

  async function enter(input: SignInInput) {
    const user = await session.signIn(input);
    if (!signOn.asksToLink(user.email)) await arrive();
  }

  async function submitPassword(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = event.currentTarget;
    const form = new FormData(fields);
    const email = String(form.get('email')).trim();
    setBusy(true);
    refusal.clear();
    void signOn.look(email);
    try {
      await enter({ email, password: String(form.get('password')) });
    } catch (error) {
      const needs = codeNeeds(error);
      if (needs === null) refusal.show(error, fields);
      else setWaiting({ email, needs });
    } finally {
      setBusy(false);
    }
  }

  async function enterByPasskey(answered?: PasskeyAnswer) {
    if (busy) return;
    setBusy(true);
    refusal.clear();
    try {
      const [{ answerByPasskey }] = await Promise.all([
        import('../../parts/passkeys/authenticator.ts'),
        loadLaterWords(),
      ]);
      const ask = async () => answerByPasskey((await session.api.askPasskey({ body: {} })).data);
      await enter({ passkey: answered ?? (await ask()) });
    } catch (error) {
      const { passkeyWords } = await import('../../parts/passkeys/passkey-words.ts');
      const { text, isFault } = passkeyWords(t, error);
      refusal.say(text, isFault);
    } finally {
      setBusy(false);
    }
  }

  /** Returns to the password, with a message to show there. */
  function leaveSecondStep(problem: string | null) {
    setWaiting(null);
    refusal.say(problem);
  }

  return { busy, refusal, signOn, waiting, enter, submitPassword, enterByPasskey, leaveSecondStep };
}

/** The pending second step when the password was right but needs a code; null for any other refusal. */
function codeNeeds(error: unknown): CodeRequired | null {
  if (!(error instanceof ApiError) || error.code !== 'code_required') return null;
  const details = error.details as Partial<CodeRequired>;
  return details.challenge === undefined ? null : (details as CodeRequired);
}
