import { loadContactToolsWords } from '../../../i18n/contacts-words.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

export const ListQuestionDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./list-question-dialog.tsx'), loadContactToolsWords()]);
  return part.ListQuestionDialog;
}, 'on-demand');
