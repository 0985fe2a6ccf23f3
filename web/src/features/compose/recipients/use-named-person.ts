import { useEffect, useRef, useState } from 'react';
import type { Suggested } from './suggested.ts';
import type { PeopleChoice } from './use-people-choice.ts';

/**
 * RC-2: takes the highlighted person for a typed name. Where the people for it are still being looked for, the
 * first one is taken when they are found: those of the words before might be others.
 */
export function useNamedPerson(
  text: string,
  choice: PeopleChoice,
  onChoose: (meant: Suggested) => void,
): { take(typed: string): void; found: 'nobody' | undefined } {
  const [asked, setAsked] = useState<string | null>(null);
  const isAsked = asked !== null && asked.trim() !== '' && asked.trim() === text.trim();
  const { settled, meant } = choice;
  const taken = isAsked && settled ? meant : undefined;
  const latest = useRef(onChoose);
  useEffect(() => {
    latest.current = onChoose;
  });
  useEffect(() => {
    if (!taken) return;
    setAsked(null);
    latest.current(taken);
  }, [taken]);
  return { take: setAsked, found: isAsked && settled && !meant ? 'nobody' : undefined };
}
