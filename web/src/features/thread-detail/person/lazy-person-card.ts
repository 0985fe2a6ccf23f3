import { loadLaterWords } from '../../../i18n/i18n.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

export const PersonCard = lazyPart(async () => {
  const [{ PersonCard: Part }] = await Promise.all([import('./person-card.tsx'), loadLaterWords()]);
  return Part;
});
