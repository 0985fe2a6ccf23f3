import { Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const StuckNotice = lazyPart(async () => {
  const [{ StuckNotice: Part }] = await Promise.all([import('./stuck-notice.tsx'), loadLaterWords()]);
  return Part;
});

/**
 * ER-3: says so when the server keeps failing acts already shown as done; another bar says if it is
 * unreachable.
 */
export function StuckActs() {
  const stuck = useMailbox((model) => model.stuckActs());
  const isLost = useSessionState((session) => session.connection().state === 'lost');
  return <Suspense fallback={null}>{stuck.length > 0 && !isLost && <StuckNotice stuck={stuck} />}</Suspense>;
}
