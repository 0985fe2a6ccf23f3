import { loadCalendarWords } from '../../i18n/calendar-words.ts';
import { loadContactsWords } from '../../i18n/contacts-words.ts';
import { loadDriveWords } from '../../i18n/drive-words.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { loadInvoicesWords } from '../../i18n/invoices-words.ts';

export async function loadDriveSearch() {
  const [{ DriveSearch }] = await Promise.all([
    import('../../features/drive/drive-search.tsx'),
    loadDriveWords(),
  ]);
  return DriveSearch;
}

export async function loadContactsSearch() {
  const [{ ContactsSearch }] = await Promise.all([
    import('../../features/contacts/contacts-search.tsx'),
    loadContactsWords(),
  ]);
  return ContactsSearch;
}

export async function loadCalendarSearch() {
  const [{ CalendarSearch }] = await Promise.all([
    import('../../features/calendar/found/calendar-search.tsx'),
    loadCalendarWords(),
  ]);
  return CalendarSearch;
}

/** A small month and the calendars, likewise. */
export async function loadCalendarAside() {
  const [{ CalendarAside }] = await Promise.all([
    import('./calendar-aside.tsx'),
    loadCalendarWords(),
    loadLaterWords(),
  ]);
  return CalendarAside;
}

/** The lists of the contacts, beside them or in the drawer of a phone. */
export async function loadContactsAside() {
  const [{ ContactsAside }] = await Promise.all([import('./contacts-aside.tsx'), loadContactsWords()]);
  return ContactsAside;
}

export async function loadInvoicesSearch() {
  const [{ InvoicesSearch }] = await Promise.all([
    import('../../features/invoices/invoices-search.tsx'),
    loadInvoicesWords(),
  ]);
  return InvoicesSearch;
}

/** Offered once there is an invoice, which is asked for when the page rests. */
export async function loadInvoicesLink() {
  return (await import('./invoices-link.tsx')).InvoicesLink;
}
