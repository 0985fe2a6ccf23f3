import { ApiError } from '@bocau/contract/client.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../../model/mail/test-kit/fake-server.ts';
import { createTab } from '../../model/mail/test-kit/start-model.ts';
import { createSettingsModel } from '../../model/settings/settings-model.ts';
import { SettingsContext } from '../../parts/settings/use-settings.ts';
import { createRouter } from '../../router/create-router.ts';
import { memoryEntries } from '../../router/history.ts';
import { RouterProvider } from '../../router/router.tsx';
import { AppearanceProvider } from '../../ui/appearance-context.tsx';
import type { MailboxHandle } from '../session/open-mailbox.ts';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';
import { MailboxLayout } from './mailbox-layout.tsx';

vi.mock('./main-layout.tsx', () => ({
  MainLayout: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}));

afterEach(() => void vi.unstubAllGlobals());

/** Opens the page of a mailbox, up to the moment when it starts to load. */
async function openPage() {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  server.delay = 1000;
  const model = createTab({ server, clock });
  const handle: MailboxHandle = {
    open: () => ({ session: model.session, mail: model, opened: model.boot(), release: () => undefined }),
  };
  const routes = [
    {
      component: MailboxLayout,
      load: () => handle,
      children: [{ path: '/folder/:name', component: () => <p>the list</p> }],
    },
    { path: '/403', component: () => <p>forbidden</p> },
  ];
  const never = () => new Promise<never>(() => undefined);
  const settings = createSettingsModel({
    api: { getSettings: never, saveSettings: never },
    clock,
    cache: { read: () => DEFAULT_SETTINGS, write: () => undefined },
  });
  const session = {
    ...{ api: {}, isSigningOut: () => false, forget: async () => undefined },
    onOtherAccount: () => undefined,
  };
  const reload = vi.fn();
  vi.stubGlobal('location', { ...window.location, pathname: '/folder/INBOX', search: '', reload });
  const router = createRouter(routes, memoryEntries('/folder/INBOX'));
  const page = render(
    <SettingsContext value={settings}>
      <AppearanceProvider>
        <SessionContext value={session as unknown as Session}>
          <RouterProvider router={router} starting={null} />
        </SessionContext>
      </AppearanceProvider>
    </SettingsContext>,
  );
  await act(() => clock.advance(0));
  return { ...page, clock, server, model, reload, pass: (ms: number) => act(() => clock.advance(ms)) };
}

test('LY-18 the frame covers the page until the first data are there', async () => {
  const { pass } = await openPage();
  expect(screen.queryByRole('main'), 'the frame stands until it is there').toBeNull();
  await pass(10_000);
  expect(screen.getByRole('main').textContent).toBe('the list');
});

test('NT-5 enable_smtp loads the page anew', async () => {
  const { server, pass, reload } = await openPage();
  await pass(10_000);
  expect(reload).not.toHaveBeenCalled();
  server.send({ event: 'enable_smtp', data: { enable_smtp: 0 } });
  await pass(2000);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ['leads to the page that says so', 'forbidden', 'forbidden'],
  ['of a domain that is not verified does not', 'domain_unverified', 'the list'],
] as const)('AU-4 a 403 %s', async (_what, code, shown) => {
  const { server, model, pass } = await openPage();
  await pass(10_000);
  server.delay = 0;
  server.refusal = new ApiError(403, code, code);
  await act(async () => {
    await model.createFolder({ name: 'x' }).catch(() => undefined);
  });
  await pass(10);
  expect(screen.getByText(shown)).toBeTruthy();
});
