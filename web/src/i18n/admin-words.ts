import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function adminWordsOf(language: Language): Promise<WordTree> {
  const [{ admin }, { adminMail }] =
    language === 'en'
      ? await Promise.all([import('./en/admin.ts'), import('./en/admin-mail.ts')])
      : await Promise.all([import('./vi/admin.ts'), import('./vi/admin-mail.ts')]);
  return { admin, adminMail };
}

/** The texts of the admin console, which only administrators need. */
export const loadAdminWords = () => loadWords(adminWordsOf);
