import type { QueueReason } from '@bocau/contract/admin-mail.ts';
import { useState } from 'react';
import { useTypedSearch } from '../people/use-typed-search.ts';

export const WAYS = ['sender', 'recipient', 'destination'] as const;
export type Way = (typeof WAYS)[number];
export type QueueFilter = ReturnType<typeof useQueueFilter>;

/** The filter of the queue; a change starts the list at its first page again. */
export function useQueueFilter(cursors: { reset(): void }) {
  const [way, setWay] = useState<Way>('sender');
  const { typed, setTyped, search, searchFor } = useTypedSearch(cursors);
  const [reason, setReason] = useState<QueueReason | ''>('');

  function searchBy(next: Way) {
    setWay(next);
    cursors.reset();
  }

  function chooseReason(next: QueueReason | '') {
    setReason(next);
    cursors.reset();
  }

  function showOnly(destination: string) {
    setWay('destination');
    searchFor(destination);
  }

  const query = { ...(search && { [way]: search }), ...(reason && { reason }) };
  return { way, searchBy, typed, setTyped, reason, chooseReason, showOnly, query };
}
