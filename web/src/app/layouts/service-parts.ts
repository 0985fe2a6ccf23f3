import { loadContactsWords } from '../../i18n/contacts-words.ts';
import { loadDriveWords } from '../../i18n/drive-words.ts';

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

/** The lists of the contacts, beside them or in the drawer of a phone. */
export async function loadContactsAside() {
  const [{ ContactsAside }] = await Promise.all([import('./contacts-aside.tsx'), loadContactsWords()]);
  return ContactsAside;
}
