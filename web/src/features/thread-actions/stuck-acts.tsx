import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const StuckNotice = lazyPart(async () => {
  const [{ StuckNotice: Part }] = await Promise.all([import('./stuck-notice.tsx'), loadLaterWords()]);
  return Part;
});

/** ER-3: says so when the server keeps failing what was done on the screen. */
export function StuckActs() {
  const stuck = useMailbox((model) => model.stuckActs());
  return <Suspense fallback={null}>{stuck.length > 0 && <StuckNotice stuck={stuck} />}</Suspense>;
}
