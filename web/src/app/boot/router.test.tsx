import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { expect, test, vi } from 'vitest';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createSettingsModel } from '../../model/settings/settings-model.ts';
import { AccountLayout } from '../layouts/account-layout.tsx';
import { ErrorLayout } from '../layouts/error-layout.tsx';
import { MailboxLayout } from '../layouts/mailbox-layout.tsx';
import type { Session } from '../session/session.ts';
import { createAppRouter } from './router.tsx';

vi.mock('../session/open-mailbox.ts', () => ({ createMailboxHandle: () => ({}) }));
vi.mock('../../features/account/verify-page.tsx', () => ({ VerifyPage: () => null }));
vi.mock('../../features/account/password-page.tsx', () => ({ PasswordPage: () => null }));
vi.mock('../../features/account/two-step-page.tsx', () => ({ TwoStepPage: () => null }));
vi.mock('../../features/settings/settings-screen.tsx', () => ({ SettingsScreen: () => null }));
vi.mock('../pages/drive-page.tsx', () => ({ DrivePage: () => null }));
vi.mock('../layouts/account-layout.tsx', () => ({ AccountLayout: () => null }));
vi.mock('../pages/account-home-page.tsx', () => ({ AccountHomePage: () => null }));
vi.mock('../../features/account/profile-page.tsx', () => ({ ProfilePage: () => null }));
vi.mock('../../features/account/protect-page.tsx', () => ({ ProtectPage: () => null }));

const never = () => new Promise<never>(() => undefined);

/** What a route shows to a signed-in user. */
async function shownAt(address: string) {
  window.history.replaceState(null, '', address);
  const settings = createSettingsModel({
    api: { getSettings: never, saveSettings: never },
    clock: createManualClock(),
    cache: { read: () => DEFAULT_SETTINGS, write: () => undefined },
  });
  const session = { isKnown: () => true } as unknown as Session;
  const router = createAppRouter(session, settings);
  await vi.waitFor(() => expect(router.shown().levels.length).toBeGreaterThan(0));
  return router.shown();
}

const leadsTo = async (address: string) => (await shownAt(address)).location.pathname;

test('RT-8 /account leads to its home; home, profile and protect are its children', async () => {
  expect(await leadsTo('/account')).toBe('/account/home');
  for (const child of ['/account/home', '/account/profile', '/account/protect']) {
    expect(await leadsTo(child)).toBe(child);
  }
  expect(await leadsTo('/account/elsewhere')).toBe('/account/home');
});

test.each([
  ['Error', ErrorLayout, ['/404', '/403', '/500', '/502']],
  [
    'Account',
    AccountLayout,
    [
      '/account/home',
      '/account/profile',
      '/account/protect',
      '/account/devices',
      '/verify',
      '/protect/password',
      '/protect/authentication',
    ],
  ],
  [
    'Main',
    MailboxLayout,
    ['/folder/INBOX', '/advance-search', '/setting/general', '/drive', '/compose-mailto'],
  ],
] as const)('RT-15 RT-9 the layout %s stands around its pages', async (_name, layout, addresses) => {
  for (const address of addresses) {
    const { levels, location } = await shownAt(address);
    expect([location.pathname, levels[0]?.component === layout, levels.length]).toEqual([address, true, 2]);
  }
});
