import { useId, useState } from 'react';

/** Whether the list of suggestions is open, and the one of them that Enter means. */
export function useSuggestionChoice(typed: string) {
  const id = useId();
  const [listed, setListed] = useState(false);
  /** -1 is what was typed. */
  const [active, setActive] = useState(-1);

  return {
    id,
    active,
    isOpen: listed && typed.trim() !== '',
    /** The list as it was, if it was open before; the choice stays. */
    reopen: () => setListed(true),
    show(shown: boolean): void {
      setListed(shown);
      setActive(-1);
    },
    /** Round through the suggestions, by way of what was typed. */
    move(step: number): void {
      const count = document.getElementById(id)?.childElementCount ?? 1;
      const next = ((active + 1 + step + count) % count) - 1;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    },
    chosen: () => document.getElementById(`${id}-${active}`),
  };
}
