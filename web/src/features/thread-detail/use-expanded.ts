import type { Message } from '@bocau/contract/messages.ts';
import { useLayoutEffect, useState } from 'react';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { firstExpanded, foldedMiddle, foldedOf, isOwnAnswer, isWritten } from './collapse.ts';

/**
 * Which messages of a thread are expanded, and which collapsed in the middle; `inForms` are being written.
 */
export function useExpanded(messages: readonly Message[], inForms: readonly string[]) {
  const own = useOwnAddresses();
  const [chosen, setExpanded] = useState<ReadonlySet<string>>(() => opened(messages, own));
  // Where the draft to be expanded is in its form, the message that it answers is expanded instead.
  const expanded = inForms.some((id) => chosen.has(id)) ? opened(messages, own) : chosen;
  const [middle] = useState(() => foldedMiddle(messages, expanded));
  const [unfolded, setUnfolded] = useState(false);
  const allOpen = messages.every((message) => expanded.has(message.id) || isWritten(message));

  // SD-13: a message sent from this view stays expanded, from its first frame on, so that nothing moves.
  const leaving = messages.find(({ state, sending }) => state === 'sending' && sending?.kind === 'send')?.id;
  useLayoutEffect(() => {
    if (leaving) setExpanded((shown) => new Set([...shown, leaving]));
  }, [leaving]);

  return {
    expanded,
    folded: unfolded ? [] : foldedOf(messages, middle, expanded),
    unfold: () => setUnfolded(true),
    allOpen,
    toggleAll: () => setExpanded(allOpen ? new Set() : new Set(messages.map(({ id }) => id))),
    toggle(id: string): void {
      const next = new Set(expanded);
      if (!next.delete(id)) next.add(id);
      setExpanded(next);
    },
  };
}

function opened(messages: readonly Message[], own: ReadonlySet<string>): ReadonlySet<string> {
  const read = messages.filter((message) => !isWritten(message));
  const first = firstExpanded(read, (message) => isOwnAnswer(message, own));
  return new Set(first === null ? [] : [first]);
}
