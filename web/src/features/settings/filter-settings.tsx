import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const FilterPanel = lazyPart(async () => {
  const [{ FilterPanel: Part }] = await Promise.all([import('./filter-panel.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');

/** What happens to new mail: filters, and senders whose mail is junk. */
export function FilterSettings() {
  return (
    <Suspense fallback={null}>
      <FilterPanel />
    </Suspense>
  );
}
