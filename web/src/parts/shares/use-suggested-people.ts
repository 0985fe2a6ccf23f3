import type { MailAddress } from '@bocau/contract/fields.ts';
import { fold } from '@bocau/contract/fold.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../mailbox/use-api.ts';
import { useSessionState } from '../session/use-session-model.ts';

const MOST = 8;

/**
 * Who matches the typed text, as in the recipients of a message; `colleaguesOf`: only people of the domain of this
 * address, and not that person. Names stay known once they were suggested.
 */
export function useSuggestedPeople(typed: string, colleaguesOf: string | null | undefined) {
  const api = useApi();
  const own = useSessionState((session) => session.user()?.email ?? '');
  const text = typed.trim();
  const names = useRef(new Map<string, string>());
  const [found, setFound] = useState<readonly MailAddress[]>([]);

  useEffect(() => {
    if (text === '') return;
    let left = false;
    void api.suggestRecipients({ query: { search_text: text } }).then(
      ({ data }) => {
        if (left) return;
        // Colleagues with whom one writes are not repeated among those of the domain.
        const people = colleaguesFirst([...data.suggest_emails, ...data.same_domain_emails], own);
        for (const { email, name } of people) if (name !== '') names.current.set(email.toLowerCase(), name);
        setFound(people);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, text, own]);

  return {
    /** Those found for what was typed before are shown as far as they match. */
    people: text === '' ? [] : found.filter((one) => isMeant(one, text, colleaguesOf)).slice(0, MOST),
    nameOf: (email: string) => names.current.get(email.toLowerCase()) ?? '',
  };
}

/** SH-10: what is shared is mostly for them, also where one writes more to others. */
function colleaguesFirst(people: readonly MailAddress[], own: string): MailAddress[] {
  const domain = own.slice(own.lastIndexOf('@'));
  const [inside = [], outside = []] = [true, false].map((isInside) =>
    people.filter(({ email }) => email.toLowerCase().endsWith(domain) === isInside),
  );
  return [...inside, ...outside];
}

const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

function isMeant(
  { name, email }: MailAddress,
  text: string,
  colleaguesOf: string | null | undefined,
): boolean {
  if (colleaguesOf !== undefined) {
    const own = colleaguesOf?.toLowerCase() ?? '';
    const address = email.toLowerCase();
    if (address === own || !address.endsWith(own.slice(own.lastIndexOf('@')))) return false;
  }
  return isFoundBy(text, { name, email });
}

/** By beginnings of words of the name and the address, in any order. */
export function isFoundBy(text: string, { name, email }: MailAddress): boolean {
  const words = wordsOf(`${name} ${email}`);
  return wordsOf(text).every((start) => words.some((word) => word.startsWith(start)));
}
