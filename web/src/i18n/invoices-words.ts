import { type Language, loadWords } from './i18n.ts';
import type { WordTree } from './say.ts';

async function invoicesWordsOf(language: Language): Promise<WordTree> {
  const { invoices } =
    language === 'en' ? await import('./en/invoices.ts') : await import('./vi/invoices.ts');
  return { invoices };
}

/** The texts of invoices, to be loaded with any part that uses them. */
export const loadInvoicesWords = () => loadWords(invoicesWordsOf);
