import { loadContactToolsWords } from '../../../i18n/contacts-words.ts';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

export const BookDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./book-dialog.tsx'), loadContactToolsWords(), loadLaterWords()]);
  return part.BookDialog;
}, 'on-demand');
