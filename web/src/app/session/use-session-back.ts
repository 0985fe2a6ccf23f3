import { useEffect, useEffectEvent } from 'react';
import { useSession } from './session-context.ts';

/**
 * AU-17: while a page waits for its user to sign in again, looks for a session of theirs that began in another tab,
 * each time the page comes to the front.
 */
export function useSessionBack(isWaiting: boolean, onBack: () => Promise<void>): void {
  const session = useSession();
  const look = useEffectEvent(async () => {
    // Restoring would load the page anew for somebody else, over what is written here.
    if (document.visibilityState === 'hidden' || session.isReplaced()) return;
    if (await session.restore()) await onBack();
  });
  useEffect(() => {
    if (!isWaiting) return;
    let looking = false;
    const onFront = () => {
      if (looking) return;
      looking = true;
      void look().finally(() => {
        looking = false;
      });
    };
    // Of two windows beside each other none is ever hidden.
    window.addEventListener('focus', onFront);
    document.addEventListener('visibilitychange', onFront);
    return () => {
      window.removeEventListener('focus', onFront);
      document.removeEventListener('visibilitychange', onFront);
    };
  }, [isWaiting]);
}
