import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';
import { type KeyboardEvent, useState } from 'react';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import type { Suggested, SuggestedPeople } from './suggested.ts';
import { type SuggestionOrder, useRecipientSuggestions } from './use-recipient-suggestions.ts';

export type PeopleChoice = ReturnType<typeof usePeopleChoice>;

/** The people who match the typed text, and the one that Enter takes. */
export function usePeopleChoice(
  text: string,
  focused: boolean,
  taken: readonly ComposeRecipient[],
  order?: SuggestionOrder,
) {
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ text: string; at: number } | null>(null);
  const found = useRecipientSuggestions(focused ? text : '', order);
  const people = withoutTaken(found, taken);
  const all: Suggested[] = [
    ...people.namedLists,
    ...people.leading,
    ...people.writtenWith,
    ...people.sameDomain,
    ...people.groups,
    ...people.lists,
  ];
  const isOpen = focused && text.trim() !== '' && closedAt !== text && all.length > 0;
  // A complete address is taken as typed; otherwise Enter takes the first person.
  const first = isValidAddress(text.trim()) ? -1 : 0;
  const active = isOpen ? Math.min(moved?.text === text ? moved.at : first, all.length - 1) : -1;
  const meant = all[active];
  const choose = (at: number) => setMoved({ text, at });
  return {
    people,
    count: all.length,
    isOpen,
    active,
    /** Whether it is one for what is typed now; somebody of an earlier search must not be taken by a key. */
    settled: found.settled || (meant !== undefined && hasAllWords(meant, text)),
    /** Undefined where the text is taken as typed. */
    meant,
    choose,
    /** Handles a key of the list; returns whether it did. */
    takeKey(event: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!isOpen || (step === undefined && event.key !== 'Escape')) return false;
      if (step !== undefined) choose((active + step + all.length) % all.length);
      else {
        // Keeps Escape from the surrounding window.
        event.stopPropagation();
        setClosedAt(text);
      }
      event.preventDefault();
      return true;
    },
  };
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function hasAllWords(meant: Suggested, typed: string): boolean {
  const words = wordsOf('email' in meant ? `${meant.name} ${meant.email}` : meant.name);
  return wordsOf(typed).every((start) => words.some((word) => word.startsWith(start)));
}

function withoutTaken(people: SuggestedPeople, taken: readonly ComposeRecipient[]): SuggestedPeople {
  const known = new Set(taken.map(({ email }) => email.toLowerCase()));
  const left = (group: readonly MailAddress[]) =>
    group.filter(({ email }) => {
      const key = email.toLowerCase();
      return !known.has(key) && known.add(key);
    });
  const { leading, writtenWith, sameDomain, groups } = people;
  return {
    leading: left(leading),
    writtenWith: left(writtenWith),
    sameDomain: left(sameDomain),
    groups: left(groups),
    lists: people.lists,
    namedLists: people.namedLists,
  };
}
