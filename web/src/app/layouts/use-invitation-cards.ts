import { useEffect } from 'react';
import { openAnswers } from '../../parts/previews/invitation-answers.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { openInvitationAnswers } from '../session/open-invitation-answers.ts';
import { useSession } from '../session/session-context.ts';

/** CL-417: cards of invitations keep what is answered on them, in whatever room they are shown. */
export function useInvitationCards(): void {
  const session = useSessionModel();
  const { api } = useSession();
  useEffect(() => {
    openAnswers.set(() => {
      const answers = openInvitationAnswers(session, api);
      void answers.start();
      return answers;
    });
    return () => openAnswers.set(null);
  }, [session, api]);
}
