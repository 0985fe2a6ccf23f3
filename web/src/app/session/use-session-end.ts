import { useCallback } from 'react';
import { useNavigate } from '../../router/router.tsx';
import { useSession } from './session-context.ts';

/**
 * When the server no longer knows the session: goes to the sign-in page, which leads back to the current one.
 */
export function useSessionEnd(): () => void {
  const session = useSession();
  const navigate = useNavigate();
  return useCallback(() => {
    // Refusals during signing out are expected.
    if (session.isSigningOut()) return;
    const { pathname, search } = window.location;
    // Several calls are refused at once, and the first one has already led there.
    if (pathname === '/login') return;
    void session.forget();
    // Reloads with the mailbox of the user who has signed in in another tab.
    if (session.isReplaced()) return window.location.reload();
    void navigate(`/login?ended=1&to=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [session, navigate]);
}
