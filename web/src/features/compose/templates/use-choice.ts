import { useState } from 'react';

/** The chosen one of a list by the arrow keys; it begins with the first again when the list changes. */
export function useChoice<T>(entries: readonly T[], onChoose: (entry: T) => void) {
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, Math.max(entries.length - 1, 0));

  /** Whether the key was one of the list. */
  function takeKey(key: string): boolean {
    const entry = entries[active];
    if (!entry) return false;
    if (key === 'ArrowDown') setChosen((active + 1) % entries.length);
    else if (key === 'ArrowUp') setChosen((active - 1 + entries.length) % entries.length);
    else if (key === 'Enter' || key === 'Tab') onChoose(entry);
    else return false;
    return true;
  }

  return { active, setActive: setChosen, takeKey };
}
