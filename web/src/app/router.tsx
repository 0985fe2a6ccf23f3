import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { loadChunk } from '../lib/load-chunk.ts';
import { ErrorLayout } from './error-layout.tsx';
import { ForbiddenPage } from './forbidden-page.tsx';
import { MailboxLayout } from './mailbox-layout.tsx';
import { MailboxScreen } from './mailbox-screen.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { createMailboxDoor } from './open-mailbox.ts';
import { ScreenFailed } from './screen-failed.tsx';
import { BadGatewayPage, ServerErrorPage } from './server-error-pages.tsx';
import type { Session } from './session.ts';
import { StartingScreen } from './starting-screen.tsx';

const INBOX = '/folder/INBOX';
const ACCOUNT = '/account/home';

/** Every address of the product. What the first list does not need is loaded when it is asked for. */
export function createRouter(session: Session) {
  /** Signed in, or to the sign-in page and back to the address first asked for. */
  async function signedIn({ request }: LoaderFunctionArgs) {
    if (session.token() !== null || (await session.takeUp())) return null;
    const { pathname, search } = new URL(request.url);
    const to = pathname === '/' ? '' : `?to=${encodeURIComponent(pathname + search)}`;
    return redirect(`/login${to}`);
  }

  async function mailboxDoor(given: LoaderFunctionArgs) {
    return (await signedIn(given)) ?? createMailboxDoor(session, new URL(given.request.url));
  }

  return createBrowserRouter([
    {
      path: '/login',
      HydrateFallback: StartingScreen,
      lazy: () => part(async () => (await import('./sign-in-page.tsx')).SignInPage),
    },
    {
      Component: ErrorLayout,
      children: [
        { path: '/404', Component: NotFoundPage },
        { path: '/403', Component: ForbiddenPage },
        { path: '/500', Component: ServerErrorPage },
        { path: '/502', Component: BadGatewayPage },
      ],
    },
    {
      Component: MailboxLayout,
      loader: mailboxDoor,
      // Signing in once is enough: the guard asks again only when the page is loaded anew.
      shouldRevalidate: () => false,
      ErrorBoundary: ScreenFailed,
      HydrateFallback: StartingScreen,
      children: [
        { path: '/folder/:name', Component: MailboxScreen },
        { path: '/folder/:name/:id', Component: MailboxScreen },
        { path: '/advance-search', Component: MailboxScreen },
        {
          path: '/message/:messageId/raw',
          lazy: () =>
            part(async () => (await import('../features/thread-detail/raw-message-page.tsx')).RawMessagePage),
        },
        {
          path: '/setting/:tab?',
          lazy: () =>
            part(async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen),
        },
        {
          path: '/compose-mailto',
          lazy: () => part(async () => (await import('./compose-mailto-page.tsx')).ComposeMailtoPage),
        },
        { path: '*', loader: () => redirect(INBOX) },
      ],
    },
    {
      loader: signedIn,
      shouldRevalidate: () => false,
      ErrorBoundary: ScreenFailed,
      HydrateFallback: StartingScreen,
      lazy: () => part(async () => (await import('./account-layout.tsx')).AccountLayout),
      children: [
        {
          path: ACCOUNT,
          lazy: () => part(async () => (await import('./account-home-page.tsx')).AccountHomePage),
        },
        // The server knows nothing yet of profiles, verification, passwords and second steps:
        // their addresses lead home until it does.
        { path: '/account/*', loader: () => redirect(ACCOUNT) },
        { path: '/verify', loader: () => redirect(ACCOUNT) },
        { path: '/protect/*', loader: () => redirect(ACCOUNT) },
      ],
    },
    { path: '/', loader: () => redirect(INBOX) },
  ]);
}

async function part(load: () => Promise<ComponentType>): Promise<{ Component: ComponentType }> {
  return { Component: await loadChunk(load) };
}
