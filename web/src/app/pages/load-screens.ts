import { loadAdminWords } from '../../i18n/admin-words.ts';
import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { loadContactsWords } from '../../i18n/contacts-words.ts';
import { loadDriveWords } from '../../i18n/drive-words.ts';
import { loadGroupsWords } from '../../i18n/groups-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { loadInvoicesWords } from '../../i18n/invoices-words.ts';
import { loadMergesWords } from '../../i18n/merges-words.ts';

/** The drive page with its texts; of all its files, the first script names only this one. */
export async function loadDrive() {
  const [{ DrivePage }] = await Promise.all([import('./drive-page.tsx'), loadDriveWords(), loadLaterWords()]);
  return DrivePage;
}

/** The calendar, likewise. */
export async function loadCalendar() {
  const [{ CalendarPage }] = await Promise.all([
    import('./calendar-page.tsx'),
    loadCalendarWords(),
    loadLaterWords(),
  ]);
  return CalendarPage;
}

/** The contacts, likewise. */
export async function loadContacts() {
  const [{ ContactsPage }] = await Promise.all([
    import('./contacts-page.tsx'),
    loadContactsWords(),
    loadGroupsWords(),
    loadLaterWords(),
  ]);
  return ContactsPage;
}

/** The invoices, likewise. */
export async function loadInvoices() {
  const [{ InvoicesScreen }] = await Promise.all([
    import('../../features/invoices/invoices-screen.tsx'),
    loadInvoicesWords(),
    loadLaterWords(),
  ]);
  return InvoicesScreen;
}

/** The mail merges, likewise. */
export async function loadMerges() {
  const [{ MergesScreen }] = await Promise.all([
    import('../../features/merges/merges-screen.tsx'),
    loadMergesWords(),
    loadLaterWords(),
  ]);
  return MergesScreen;
}

/** The admin console, likewise. */
export async function loadAdmin() {
  const [{ AdminConsole }] = await Promise.all([
    import('./admin-console.tsx'),
    loadAdminWords(),
    loadGroupsWords(),
    loadLaterWords(),
  ]);
  return AdminConsole;
}

/** The page that the button of a notice to a group's keeper opens. */
export async function loadHeldLink() {
  const [{ HeldLinkPage }] = await Promise.all([
    import('./held-link-page.tsx'),
    loadGroupsWords(),
    loadLaterWords(),
  ]);
  return HeldLinkPage;
}

export async function loadHelp() {
  const [{ HelpPage }, { loadHelpWords }] = await Promise.all([
    import('./help-page.tsx'),
    import('../../features/help/load-help-words.ts'),
  ]);
  await loadHelpWords();
  return HelpPage;
}

/** The account pages, likewise. */
export const ACCOUNT_SCREENS = {
  home: async () => (await import('./account-home-page.tsx')).AccountHomePage,
  profile: async () => (await import('../../features/account/profile-page.tsx')).ProfilePage,
  verify: async () => (await import('../../features/account/verify-page.tsx')).VerifyPage,
  protect: async () => (await import('../../features/account/protect-page.tsx')).ProtectPage,
  devices: async () => (await import('../../features/account/devices/devices-page.tsx')).DevicesPage,
  notMe: async () => (await import('../../features/account/not-me-page.tsx')).NotMePage,
  password: async () => (await import('../../features/account/password-page.tsx')).PasswordPage,
  twoStep: async () => (await import('../../features/account/two-step-page.tsx')).TwoStepPage,
};
export type AccountScreen = keyof typeof ACCOUNT_SCREENS;
export type RoomLoader =
  | 'loadInvoices'
  | 'loadMerges'
  | 'loadDrive'
  | 'loadCalendar'
  | 'loadContacts'
  | 'loadAdmin'
  | 'loadHelp';
