import { laterCalls } from '@bocau/contract/api.ts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { watchApi } from '../../model/session/watch-api.ts';
import { loadAvatarsWith } from '../../parts/avatars/known-avatars.ts';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { LEFT_PLACE } from '../../parts/compose/left-place-key.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { ApiContext } from '../../parts/mailbox/use-api.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { ProofHost } from '../../parts/proof/proof-host.tsx';
import { keptAnswers } from '../../parts/queries/kept-answers.ts';
import { SessionModelContext } from '../../parts/session/use-session-model.ts';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { Outlet, useLoaded, useNavigate } from '../../router/router.tsx';
import { lazyPart, reportPartFailed } from '../../ui/lazy-part.tsx';
import { readLater } from '../../ui/read-ahead.ts';
import { hasUnsavedForm } from '../../ui/unsaved-forms.ts';
import { createLazyCompose } from '../session/create-lazy-compose.ts';
import type { MailboxHandle, OpenedMailbox } from '../session/open-mailbox.ts';
import { useSession } from '../session/session-context.ts';
import { useSessionEnd } from '../session/use-session-end.ts';
import { MainLayout } from './main-layout.tsx';
import { StartingScreen } from './starting-screen.tsx';

const SessionEnded = lazyPart(async () => {
  const [{ SessionEnded: Part }] = await Promise.all([import('./session-ended.tsx'), loadLaterWords()]);
  return Part;
});

/**
 * Loading one loads them all: composing and its first save then need no further file, and no connection to
 * load one.
 */
const readLaterCalls = async () => laterCalls?.('saveDraft');

/** Opens the mailbox and holds it while any of its screens is shown. */
export function MailboxLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const endSession = useSessionEnd();
  const settings = useSettingsModel();
  const handle = useLoaded() as MailboxHandle;
  const [opened, setOpened] = useState<OpenedMailbox | null>(null);
  const [compose, setCompose] = useState<LazyCompose | null>(null);
  const [failed, setFailed] = useState(false);
  const [ended, setEnded] = useState(false);

  useEffect(() => {
    const opening = handle.open();
    // If the session ends while a message is being written or waits to leave, or a form filled in, the user signs in
    // beside it and continues; otherwise the sign-in page leads back.
    const end = () => {
      if (session.isSigningOut()) return;
      const compose = lazyCompose.model();
      const isWriting = compose && compose.windows().length + compose.deferredMails().length > 0;
      const isFilling = hasUnsavedForm() && !session.isReplaced();
      if (!isWriting && !isFilling) return endSession();
      void session.forget();
      setEnded(true);
    };
    session.onOtherAccount(end);
    const lazyCompose = createLazyCompose(session.api, opening, settings, end);
    let left = false;
    const stopListening = opening.session.onEvent((event) => {
      if (event.kind === 'session-ended') end();
      if (event.kind === 'forbidden') void navigate(`/403?${event.error.code}`);
      if (event.kind === 'enable-smtp-changed') window.location.reload();
      if (event.kind !== 'new-sign-in') return;
      const notMe = () => void navigate('/account/not-me');
      import('../session/announce-sign-in.ts')
        .then(({ announceSignIn }) => announceSignIn(event.signIn, notMe))
        .catch(reportPartFailed);
    });
    const stopFollowing = opening.mail.onEvent(({ kind }) => {
      if (kind !== 'settings-changed') return;
      void settings.refresh();
      lazyCompose.model()?.loadSenders();
      void keptAnswers()?.invalidateQueries({ queryKey: ['rules'] });
      void keptAnswers()?.invalidateQueries({ queryKey: ['senders'] });
      void keptAnswers()?.invalidateQueries({ queryKey: ['signatures'] });
    });
    settings.load();
    loadAvatarsWith(async () => (await session.api.listAvatars({})).data);
    // AU-10: before the page has keys of its own.
    const returned =
      sessionStorage.getItem(LEFT_PLACE) !== null &&
      import('../../features/compose/windows/left-place.ts').then(
        ({ returnToPlace }) => returnToPlace(),
        reportPartFailed,
      );
    Promise.all([opening.opened, returned]).then(
      () => {
        if (left) return;
        setCompose(lazyCompose);
        setOpened(opening);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
      stopListening();
      stopFollowing();
      session.onOtherAccount(null);
      loadAvatarsWith(null);
      lazyCompose.close();
      opening.session.close();
    };
  }, [handle, session, settings, navigate, endSession]);

  useEffect(() => opened?.release(), [opened]);
  useEffect(() => readLater(readLaterCalls, 'first'), []);

  // What a screen calls by itself may be the first to hear that the session has ended.
  const api = useMemo(
    () =>
      opened
        ? watchApi(session.api, { sessionEnded: opened.session.end, forbidden: () => undefined })
        : session.api,
    [session, opened],
  );

  if (!opened || !compose) return <StartingScreen failed={failed} />;
  return (
    <ApiContext value={api}>
      <SessionModelContext value={opened.session}>
        <MailModelContext value={opened.mail}>
          <ComposeContext value={compose}>
            <MainLayout>
              <Outlet />
            </MainLayout>
            <FaultBoundary where="proof">
              <ProofHost />
            </FaultBoundary>
            {ended && (
              <FaultBoundary where="session ended">
                <Suspense fallback={null}>
                  <SessionEnded
                    email={opened.session.user()?.email ?? ''}
                    keep={async () => {
                      await compose.model()?.saveAll();
                      await compose.model()?.persistNow();
                    }}
                    onLeave={endSession}
                    onGoOn={() => setEnded(false)}
                  />
                </Suspense>
              </FaultBoundary>
            )}
          </ComposeContext>
        </MailModelContext>
      </SessionModelContext>
    </ApiContext>
  );
}
