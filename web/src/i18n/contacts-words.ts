import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function contactsWordsOf(language: Language): Promise<WordTree> {
  const [{ contacts }, { contactPeople }] = await (language === 'en'
    ? Promise.all([import('./en/contacts.ts'), import('./en/contact-people.ts')])
    : Promise.all([import('./vi/contacts.ts'), import('./vi/contact-people.ts')]));
  return { contacts, contactPeople };
}

/** The texts of the contacts, to be loaded with any part that uses them. */
export const loadContactsWords = () => loadWords(contactsWordsOf);

async function contactToolsWordsOf(language: Language): Promise<WordTree> {
  const { contactTools } =
    language === 'en' ? await import('./en/contact-tools.ts') : await import('./vi/contact-tools.ts');
  return { contactTools };
}

/** The texts of import, duplicates and books, to be loaded with their dialogs. */
export const loadContactToolsWords = () => loadWords(contactToolsWordsOf);
