import { type ReactNode, Suspense, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useLocation } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';
import { useResetToken } from './use-reset-token.ts';
import { useSignIn } from './use-sign-in.ts';

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

export function SignInPage() {
  const search = new URLSearchParams(useLocation().search);
  const signIn = useSignIn(returnAddress(search.get('to')), search.has('ended'));
  const [forgot, setForgot] = useState(false);
  const [token, setToken] = useResetToken();

  function leaveLink(asksForAnother: boolean) {
    setToken(null);
    setForgot(asksForAnother);
  }

  function screen(): ReactNode {
    if (token !== null) {
      return (
        <ResetPage
          key={token}
          token={token}
          onDone={() => leaveLink(false)}
          onForgot={() => leaveLink(true)}
        />
      );
    }
    if (forgot) return <ForgotPage onBack={() => setForgot(false)} />;
    if (signIn.signOn.screen) return signIn.signOn.screen;
    if (signIn.waiting === null) return null;
    const { email, needs } = signIn.waiting;
    return (
      <SecondStep
        email={email}
        step={needs}
        onProof={(proof, trust_device) =>
          signIn.enter({ challenge: needs.challenge, trust_device, ...proof })
        }
        onBack={signIn.leaveSecondStep}
      />
    );
  }

  const instead = screen();
  return (
    <main className={styles.page}>
      {instead === null ? (
        <SignInForm signIn={signIn} email={search.get('email') ?? ''} onForgot={() => setForgot(true)} />
      ) : (
        <Suspense>{instead}</Suspense>
      )}
    </main>
  );
}

/** The address that was first requested; only within this site (no open redirect). */
function returnAddress(to: string | null): string {
  return to?.startsWith('/') && !to.startsWith('//') ? to : '/folder/INBOX';
}
