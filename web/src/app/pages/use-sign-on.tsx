import { ApiError } from '@bocau/contract/client.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import type { SignOnRefusal } from '@bocau/contract/sign-on.ts';
import {
  SIGN_ON_COOKIE,
  SIGN_ON_LOGOUT,
  SIGN_ON_RESULTS,
  type SignOnResult,
} from '@bocau/contract/sign-on-pages.ts';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readCookie } from '../browser/cookies.ts';
import type { Session } from '../session/session.ts';
import { useSession } from '../session/session-context.ts';
import type { SignOnProblem } from './sign-on-parts.tsx';

const SignOnReturn = lazyPart(async () => {
  const [{ SignOnReturn: Part }] = await Promise.all([import('./sign-on-parts.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const SignOnNotice = lazyPart(async () => {
  const [{ SignOnNotice: Part }] = await Promise.all([import('./sign-on-parts.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const SignOnButton = lazyPart(async () => {
  const [{ SignOnButton: Part }] = await Promise.all([import('./sign-on-parts.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const ReplaceQuestion = lazyPart(async () => {
  const [{ ReplaceQuestion: Part }] = await Promise.all([import('./sign-on-parts.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const LinkQuestion = lazyPart(async () => {
  const [{ LinkQuestion: Part }] = await Promise.all([import('./sign-on-parts.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');

type Unlinked = Extract<SignOnRefusal, { reason: 'unlinked' }>;
type OtherSession = Extract<SignOnRefusal, { reason: 'other_session' }>;

type Given = {
  /** A session has begun. */
  onArrived(): Promise<void>;
  /** The user who was already signed in stays signed in. */
  onStay(): void;
  /** The session waits for a code. */
  onChallenge(waiting: { email: string; needs: CodeRequired }): void;
  /** Where to go after signing in. */
  to: string;
};

/** The part of the sign-in page for a domain's single sign-on. */
export function useSignOn({ onArrived, onStay, onChallenge, to }: Given) {
  const { t } = useTranslation();
  const session = useSession();
  const search = new URLSearchParams(useLocation().search);
  const [result, setResult] = useState<SignOnResult | SignOnProblem | null>(() => {
    const given = search.get('sign_on');
    return SIGN_ON_RESULTS.find((known) => known === given) ?? null;
  });
  const [unlinked, setUnlinked] = useState<Unlinked | null>(null);
  const [other, setOther] = useState<OtherSession | null>(null);
  const [asking, setAsking] = useState(false);
  const [company, setCompany] = useState<string | null>(null);
  const domainAsked = useRef('');

  const comesBack = search.has('sign_on');
  useEffect(() => {
    if (!comesBack) void leaveProvider(session);
  }, [comesBack, session]);

  const given = search.get('email');
  const looked = useRef(false);
  useEffect(() => {
    if (given === null || looked.current) return;
    looked.current = true;
    void look(given);
  });

  function refused(error: unknown): void {
    setOther(null);
    const { code, details } = error instanceof ApiError ? error : {};
    if (code === 'code_required') {
      setResult(null);
      onChallenge({ email: t('signOn.account'), needs: details as CodeRequired });
    } else if (code === 'sign_on_refused') {
      const refusal = details as SignOnRefusal;
      if (refusal.reason === 'other_session') setOther(refusal);
      else {
        if (refusal.reason === 'unlinked') setUnlinked(refusal);
        setResult(refusal.reason);
      }
    } else setResult('failed');
  }

  /** Offers the provider of the address's domain, if it has one. */
  async function look(email: string): Promise<void> {
    const domain = email.slice(email.lastIndexOf('@') + 1).trim();
    if (!email.includes('@') || domain === '') return setCompany(null);
    if (domain === domainAsked.current) return setCompany((known) => known && email);
    domainAsked.current = domain;
    // Without an answer, the password form remains.
    const found = await session.api.findSignOn({ query: { domain } }).catch(() => null);
    if (domainAsked.current === domain) setCompany(found?.data.available ? email : null);
  }

  /** Whether the user, who has just signed in by password, must first decide about linking the accounts. */
  function asksToLink(email: string): boolean {
    const asks = unlinked !== null && email.toLowerCase().endsWith(`@${unlinked.domain}`);
    setAsking(asks);
    return asks;
  }

  function screenOf(): ReactNode {
    if (asking && unlinked) {
      return <LinkQuestion account={unlinked.account || unlinked.domain} onDone={() => void onArrived()} />;
    }
    if (other) {
      const { signed_in: signedIn, account } = other;
      const replace = () => session.signOn({ replaces: true }).then(onArrived).catch(refused);
      return <ReplaceQuestion {...{ signedIn, account, onStay }} onReplace={replace} />;
    }
    return result === 'done' ? <SignOnReturn onArrived={onArrived} onRefused={refused} /> : null;
  }
  const screen = screenOf();

  return {
    look,
    asksToLink,
    /** Replaces the form. */
    screen: screen && <Suspense>{screen}</Suspense>,
    notice: result !== null && result !== 'done' && (
      <Suspense>
        <SignOnNotice problem={result} account={unlinked?.account ?? ''} />
      </Suspense>
    ),
    button: company !== null && (
      <Suspense>
        <SignOnButton email={company} to={to} />
      </Suspense>
    ),
  };
}

/** AU-3: ends a session that began at a provider there too, unless the server is out of reach. */
async function leaveProvider(session: Session): Promise<void> {
  const domain = readCookie(SIGN_ON_COOKIE);
  if (domain === null || session.isKnown()) return;
  const found = await session.api.findSignOn({ query: { domain } }).catch(() => null);
  if (found && !session.isKnown()) window.location.assign(SIGN_ON_LOGOUT);
}
