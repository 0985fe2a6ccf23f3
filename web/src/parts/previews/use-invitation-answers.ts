import type { StandingAnswer } from '@bocau/contract/calendar.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useQueries } from '../queries/use-query.ts';
import { openAnswers } from './invitation-answers.ts';

type Answering = {
  /** With the answer that was pressed last, which the server may not have yet. */
  shown(read: Invitation): Invitation;
  /** It waits for a connection. */
  isWaiting: boolean;
};

const never = () => () => undefined;

/** What was answered on the card of this file, from the press on. `key`: of the query that has read it. */
export function useInvitationAnswers(fileId: string, key: readonly unknown[]): Answering {
  const queries = useQueries();
  const open = useSyncExternalStore(openAnswers.subscribe, openAnswers.get);
  const answers = useMemo(() => open?.() ?? null, [open]);
  const subscribe = answers?.subscribe ?? never;
  const pending = useSyncExternalStore(subscribe, () => answers?.pending(fileId) ?? null);
  const isWaiting = useSyncExternalStore(subscribe, () => answers?.isWaiting(fileId) ?? false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is of the file
  useEffect(
    () =>
      answers?.onEvent((event) => {
        if (event.kind === 'answered' && event.id === fileId) {
          // What is being read may be of before the answer.
          void queries.cancelQueries({ queryKey: key });
          queries.setQueryData(key, event.invitation);
        }
        // Something else holds on the server than the card shows.
        if (event.kind === 'refused' && event.operation.id === fileId)
          void queries.invalidateQueries({ queryKey: key });
      }),
    [answers, fileId, queries],
  );
  return { shown: (read) => (pending === null ? read : withPending(read, pending)), isWaiting };
}

function withPending(read: Invitation, answer: StandingAnswer): Invitation {
  if (answer !== 'waiting') return { ...read, answered: { answer, to_this: true, untold: true } };
  return { ...read, answered: read.answered?.to_this ? null : read.answered };
}
