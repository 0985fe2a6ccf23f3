import { useCallback } from 'react';
import { useNavigate } from '../../router/router.tsx';
import { useSession } from './session-context.ts';

/** When the server knows the session no more: to the sign-in page, which leads back to where one was. */
export function useSessionEnd(): () => void {
  const session = useSession();
  const navigate = useNavigate();
  return useCallback(() => {
    // What is answered meanwhile says nothing new to whoever signs out.
    if (session.isSigningOut()) return;
    const { pathname, search } = window.location;
    // Several calls are refused at once: the first of them has led there already.
    if (pathname === '/login') return;
    void session.forget();
    // The page begins anew, with the mailbox of whoever has signed in beside it.
    if (session.isReplaced()) return window.location.reload();
    void navigate(`/login?ended=1&to=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [session, navigate]);
}
