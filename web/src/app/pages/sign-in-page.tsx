import { ApiError } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { PhoneMethod } from '@bocau/contract/phone.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { Button } from '@mantine/core';
import { type FormEvent, Suspense, useEffect, useState } from 'react';
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, loadLaterWords, spoken } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { keptAnswers } from '../../parts/queries/kept-answers.ts';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PasswordFields } from '../session/password-fields.tsx';
import type { SignInInput } from '../session/session.ts';
import { useSession } from '../session/session-context.ts';
import { useRefusal } from '../session/use-refusal.ts';
import { EmailField } from './email-field.tsx';
import type { PhoneOffer } from './phone-code-choice.tsx';
import styles from './sign-in-page.module.css';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import { useResetToken } from './use-reset-token.ts';
import { useSignOn } from './use-sign-on.tsx';

const SecondStep = lazyPart(async () => {
  const [{ SecondStep: Step }] = await Promise.all([import('./second-step.tsx'), loadLaterWords()]);
  return Step;
}, 'on-demand');

const ResetPage = lazyPart(async () => {
  const [{ ResetPage: Page }] = await Promise.all([import('./reset-page.tsx'), loadLaterWords()]);
  return Page;
}, 'on-demand');

const ForgotPage = lazyPart(async () => {
  const [{ ForgotPage: Page }] = await Promise.all([import('./forgot-page.tsx'), loadLaterWords()]);
  return Page;
}, 'on-demand');

/** The language chosen here; the way to the account of one's company leads away from the page and back. */
const CHOSEN = 'bocau-chosen-language';

export function SignInPage() {
  const { t, language } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const settings = useSettingsModel();
  const search = new URLSearchParams(useLocation().search);
  const [busy, setBusy] = useState(false);
  const hasEnded = search.has('ended');
  const refusal = useRefusal(hasEnded ? t('signIn.ended') : null);
  const { say } = refusal;

  // The cookie of a session that ended is still there: the server says whether it was by a suspension.
  useEffect(() => {
    if (!hasEnded) return;
    session.api.getUserInfo({}).catch((error: unknown) => {
      const isSuspended = error instanceof ApiError && error.code === 'account_suspended';
      if (isSuspended) say(spoken.get().t('errors.account_suspended'));
    });
  }, [hasEnded, session, say]);

  const [waiting, setWaiting] = useState<{ email: string; needs: CodeRequired } | null>(null);
  const [forgot, setForgot] = useState(false);
  const [token, setToken] = useResetToken();
  const to = returnAddress(search.get('to'));
  const signOn = useSignOn({ onArrived: arrive, onStay: stay, onChallenge: setWaiting, to });

  async function submit(event: FormEvent<HTMLFormElement>) {
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

  async function enter(input: SignInInput) {
    const user = await session.signIn(input);
    if (!signOn.asksToLink(user.email)) await arrive();
  }

  async function arrive() {
    // Nothing is left of the mailbox that was open before.
    keptAnswers()?.clear();
    settings.forget();
    // Who chooses a language here wants it in the mailbox too; without an answer it can be chosen again in the mailbox.
    const kept = sessionStorage.getItem(CHOSEN);
    const wanted = LANGUAGES.find((known) => known === kept);
    if (wanted) await settings.save({ language: wanted }).catch(() => undefined);
    sessionStorage.removeItem(CHOSEN);
    await navigate(to, { replace: true });
  }

  function stay() {
    void navigate(to, { replace: true });
  }

  function phoneOffer({ challenge, methods = [], phone_hint }: CodeRequired): PhoneOffer | null {
    const byPhone = methods.filter((method) => method === 'sms' || method === 'call');
    if (byPhone.length === 0) return null;
    const send = async (method: PhoneMethod) => {
      await session.api.sendCode({ body: { method, challenge } });
    };
    return { methods: byPhone, hint: phone_hint ?? '', send };
  }

  async function enterByPasskey(answered?: PasskeyAnswer) {
    if (busy) return;
    setBusy(true);
    refusal.clear();
    try {
      const [{ answerByPasskey }] = await Promise.all([
        loadChunk(() => import('../../parts/passkeys/authenticator.ts')),
        loadLaterWords(),
      ]);
      const ask = async () => answerByPasskey((await session.api.askPasskey({ body: {} })).data);
      await enter({ passkey: answered ?? (await ask()) });
    } catch (error) {
      const { passkeyWords } = await loadChunk(() => import('../../parts/passkeys/passkey-words.ts'));
      const { text, isFault } = passkeyWords(t, error);
      refusal.say(text, isFault);
    } finally {
      setBusy(false);
    }
  }

  const isForm = token === null && !forgot && !signOn.screen && waiting === null;
  usePasskeyAutofill(isForm, (answer) => void enterByPasskey(answer));

  function leaveLink(asksForAnother: boolean) {
    setToken(null);
    setForgot(asksForAnother);
  }

  if (token !== null || forgot) {
    return (
      <main className={styles.page}>
        <Suspense>
          {token === null ? (
            <ForgotPage onBack={() => setForgot(false)} />
          ) : (
            <ResetPage
              key={token}
              token={token}
              onDone={() => leaveLink(false)}
              onForgot={() => leaveLink(true)}
            />
          )}
        </Suspense>
      </main>
    );
  }

  if (signOn.screen) return <main className={styles.page}>{signOn.screen}</main>;
  if (waiting !== null) {
    return (
      <main className={styles.page}>
        <Suspense>
          <SecondStep
            email={waiting.email}
            step={waiting.needs}
            phone={phoneOffer(waiting.needs)}
            onProof={(proof, trust_device) =>
              enter({ challenge: waiting.needs.challenge, trust_device, ...proof })
            }
            onBack={(problem) => {
              setWaiting(null);
              refusal.say(problem);
            }}
          />
        </Suspense>
      </main>
    );
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <h1>{t('common.product')}</h1>
        <p className={styles.lead}>{t('signIn.lead')}</p>
        {refusal.problem !== null && (
          <p
            role={refusal.isFault ? 'alert' : 'status'}
            className={refusal.isFault ? styles.problem : styles.lead}
          >
            {refusal.problem}
          </p>
        )}
        {refusal.problem === null && signOn.notice}
        <EmailField passkeys given={search.get('email') ?? ''} onLeave={(email) => void signOn.look(email)} />
        <PasswordFields needsCode={false} />
        <Button type="submit" size="md" fullWidth disabled={busy}>
          {busy ? t('signIn.checking') : t('signIn.submit')}
        </Button>
        {signOn.button}
        {/* One that is disabled under the focus would lose it to the page. */}
        <Button
          variant="default"
          size="md"
          fullWidth
          aria-disabled={busy}
          onClick={() => void enterByPasskey()}
        >
          {t('signIn.passkey')}
        </Button>
        <Button variant="subtle" onClick={() => setForgot(true)}>
          {t('signIn.forgot')}
        </Button>
        <Button component="a" href="/help/lost-password" target="_blank" variant="subtle">
          {t('shell.help')}
        </Button>
        <nav className={styles.languages} aria-label={t('signIn.language')}>
          {LANGUAGES.map((each) => (
            <button
              key={each}
              type="button"
              lang={each}
              aria-pressed={each === language}
              onClick={() => {
                sessionStorage.setItem(CHOSEN, each);
                void changeLanguage(each);
              }}
            >
              {LANGUAGE_NAMES[each]}
            </button>
          ))}
        </nav>
      </form>
    </main>
  );
}

/** What a right password waits with for its code; null for any other refusal. */
function codeNeeds(error: unknown): CodeRequired | null {
  if (!(error instanceof ApiError) || error.code !== 'code_required') return null;
  const details = error.details as Partial<CodeRequired>;
  return details.challenge === undefined ? null : (details as CodeRequired);
}

/** Back to the address first asked for; only within this site. */
function returnAddress(to: string | null): string {
  return to?.startsWith('/') && !to.startsWith('//') ? to : '/folder/INBOX';
}
