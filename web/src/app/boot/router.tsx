import type { ComponentType } from 'react';
import { loadLaterWords, loadReadingWords } from '../../i18n/i18n.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';
import { createRouter, Redirect, type Router } from '../../router/create-router.ts';
import { browserEntries, type Location } from '../../router/history.ts';
import { ErrorLayout } from '../layouts/error-layout.tsx';
import { MailboxLayout } from '../layouts/mailbox-layout.tsx';
import type { AccountScreen, RoomLoader } from '../pages/load-screens.ts';
import { MailboxScreen } from '../pages/mailbox-screen.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { ScreenFailed } from '../pages/screen-failed.tsx';
import { BadGatewayPage, ServerErrorPage } from '../pages/server-error-pages.tsx';
import { createMailboxHandle, type MailboxHandle } from '../session/open-mailbox.ts';
import type { Session } from '../session/session.ts';

const INBOX = '/folder/INBOX';
const ACCOUNT = '/account/home';
const PROTECT = '/account/protect';

/** All routes of the product. What the first list does not need is loaded on demand. */
export function createAppRouter(session: Session, settings: SettingsModel): Router {
  /** For signed-in users; others go to the sign-in page, and from there back to the requested address. */
  function whenSignedIn<T>({ pathname, search }: Location, load: () => T): T | Promise<T> {
    if (session.isKnown()) return load();
    return session.restore().then((restored) => {
      if (!restored) throw new Redirect(`/login?to=${encodeURIComponent(pathname + search)}`);
      return load();
    });
  }

  return createRouter(
    [
      {
        path: '/login',
        failed: ScreenFailed,
        lazy: async () => (await import('../pages/sign-in-page.tsx')).SignInPage,
      },
      {
        path: '/help/:page?',
        failed: ScreenFailed,
        lazy: room('loadHelp'),
      },
      {
        path: '/held',
        failed: ScreenFailed,
        lazy: async () => (await import('../pages/load-screens.ts')).loadHeldLink(),
      },
      {
        component: ErrorLayout,
        failed: ScreenFailed,
        children: [
          { path: '/404', component: NotFoundPage },
          {
            path: '/403',
            lazy: async () => {
              const loaded = Promise.all([import('../pages/forbidden-page.tsx'), loadLaterWords()]);
              const [{ ForbiddenPage }] = await loaded;
              return ForbiddenPage;
            },
          },
          { path: '/500', component: ServerErrorPage },
          { path: '/502', component: BadGatewayPage },
        ],
      },
      {
        path: '/drive/edit/:id',
        load: (at) => whenSignedIn(at, () => null),
        failed: ScreenFailed,
        lazy: async () => {
          const [{ OfficePage }] = await Promise.all([import('../pages/office-page.tsx'), loadLaterWords()]);
          return OfficePage;
        },
      },
      {
        component: MailboxLayout,
        load: (at) => whenSignedIn(at, (): MailboxHandle => createMailboxHandle(session, settings, at)),
        failed: ScreenFailed,
        children: [
          { path: '/folder/:folder/:id?', component: MailboxScreen },
          { path: '/label/:label/:id?', component: MailboxScreen },
          { path: '/advance-search', component: MailboxScreen },
          {
            path: '/message/:messageId/raw',
            lazy: async () => {
              const [{ RawMessagePage }] = await Promise.all([
                import('../../features/thread-detail/raw-message-page.tsx'),
                loadReadingWords(),
              ]);
              return RawMessagePage;
            },
          },
          {
            path: '/setting/:tab?',
            lazy: async () => {
              const [{ SettingsScreen }] = await Promise.all([
                import('../../features/settings/settings-screen.tsx'),
                loadLaterWords(),
              ]);
              return SettingsScreen;
            },
          },
          { path: '/calendar/:view?/:day?', lazy: room('loadCalendar') },
          { path: '/contacts/:place?/:id?', lazy: room('loadContacts') },
          { path: '/invoices', lazy: room('loadInvoices') },
          { path: '/merges/:id?', lazy: room('loadMerges') },
          { path: '/drive/:place?', lazy: room('loadDrive') },
          {
            path: '/compose-mailto',
            lazy: async () => (await import('../pages/compose-mailto-page.tsx')).ComposeMailtoPage,
          },
        ],
      },
      {
        load: (at) => whenSignedIn(at, () => null),
        failed: ScreenFailed,
        lazy: async () => {
          const [{ AccountLayout }] = await Promise.all([
            import('../layouts/account-layout.tsx'),
            loadLaterWords(),
          ]);
          return AccountLayout;
        },
        children: [
          { path: ACCOUNT, lazy: accountPage('home') },
          { path: '/account/profile', lazy: accountPage('profile') },
          { path: '/verify', lazy: accountPage('verify') },
          { path: PROTECT, lazy: accountPage('protect') },
          { path: '/account/devices', lazy: accountPage('devices') },
          { path: '/account/not-me', lazy: accountPage('notMe') },
          { path: '/protect/password', lazy: accountPage('password') },
          { path: '/protect/authentication', lazy: accountPage('twoStep') },
        ],
      },
      {
        path: '/admin/:page?/:name?',
        load: (at) => whenSignedIn(at, () => null),
        failed: ScreenFailed,
        lazy: room('loadAdmin'),
      },
      { path: '/account/people', redirect: '/admin/people' },
      { path: '/account/*', redirect: ACCOUNT },
      { path: '/protect/*', redirect: PROTECT },
      { path: '*', redirect: INBOX },
    ],
    browserEntries(),
  );
}

function accountPage(name: AccountScreen): () => Promise<ComponentType> {
  return async () => (await import('../pages/load-screens.ts')).ACCOUNT_SCREENS[name]();
}

/** A room of the product with its texts. */
function room(load: RoomLoader): () => Promise<ComponentType> {
  return async () => (await import('../pages/load-screens.ts'))[load]();
}
