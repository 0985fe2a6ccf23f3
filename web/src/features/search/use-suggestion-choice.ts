import { useId, useState } from 'react';
import { recentSearches } from './recent-searches.ts';

/** Whether the suggestions are open, and which of them Enter takes. */
export function useSuggestionChoice(typed: string) {
  const id = useId();
  const [listed, setListed] = useState(false);
  /** -1 is the typed text. */
  const [active, setActive] = useState(-1);

  return {
    id,
    active,
    isOpen: listed && (typed.trim() !== '' || recentSearches().length > 0),
    /** Reopens the list as it was; the choice stays. */
    reopen: () => setListed(true),
    show(shown: boolean): void {
      setListed(shown);
      setActive(-1);
    },
    /** Cycles through the suggestions and the typed text. */
    move(step: number): void {
      const count = document.getElementById(id)?.childElementCount ?? 1;
      const next = ((active + 1 + step + count) % count) - 1;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    },
    chosen: () => document.getElementById(`${id}-${active}`),
  };
}
