import { useEffect } from 'react';
import { after } from '../../lib/timers.ts';
import { useQueries } from '../queries/use-query.ts';
import { useSessionModel } from '../session/use-session-model.ts';

/** One act changes a calendar more than once, and an import many times. */
const PAUSE_MS = 500;

/** CL-403: what is answered in another tab or in the calendar, and what else comes into its day, is read again. */
export function useAnswersElsewhere(fileId: string): void {
  const session = useSessionModel();
  const queries = useQueries();
  useEffect(() => {
    let stop: () => void = () => undefined;
    function later(): void {
      stop();
      stop = after(PAUSE_MS, () => {
        void queries.invalidateQueries({ queryKey: ['invitation', fileId] });
        void queries.invalidateQueries({ queryKey: ['invitation-agenda'] });
      });
    }
    const leave = session.join({ frames: { calendar_changed: later }, connected: later });
    return () => {
      stop();
      leave();
    };
  }, [session, queries, fileId]);
}
