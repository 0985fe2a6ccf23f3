import { useEffect } from 'react';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { resumeUnsent } from '../session/resume-unsent.ts';
import { useSession } from '../session/session-context.ts';

/** Once at the start, and with each new connection. */
export function useResumeUnsent(): void {
  const session = useSessionModel();
  const { api } = useSession();
  useEffect(() => {
    const resume = () => {
      // Out of reach, or without storage: it is tried again with the next connection.
      resumeUnsent(session, api).catch(() => undefined);
    };
    if (session.connection().state === 'online') resume();
    return session.join({ frames: {}, connected: resume });
  }, [session, api]);
}
