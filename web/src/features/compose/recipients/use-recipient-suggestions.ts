import { LIMITS } from '@bocau/contract/limits.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { after } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { colleaguesFirst, leadInside } from './lead-inside.ts';
import type { SuggestedPeople } from './suggested.ts';

/** Who comes first: those one writes with, or people of the own domain. */
export type SuggestionOrder = 'writtenWith' | 'colleagues';

/** RC-7 */
const WAIT_MS = 300;
export const SUGGESTIONS = 'recipient-suggestions';

const NOBODY: SuggestedPeople = {
  namedLists: [],
  leading: [],
  writtenWith: [],
  sameDomain: [],
  groups: [],
  lists: [],
};

/**
 * People who match the typed text; earlier results stay until the new ones arrive, and are not `settled`: they
 * may not match what was typed since.
 */
export function useRecipientSuggestions(
  typed: string,
  order: SuggestionOrder = 'writtenWith',
): SuggestedPeople & { settled: boolean } {
  const api = useApi();
  const email = useSessionState((session) => session.user()?.email);
  const text = typed.trim().slice(0, LIMITS.searchTextLength);
  const [waited, setWaited] = useState('');
  useEffect(() => after(WAIT_MS, () => setWaited(text)), [text]);
  const ownDomain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase() ?? '';
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [SUGGESTIONS, email, waited],
    queryFn: async ({ signal }) => {
      const { data: found } = await api.suggestRecipients({ query: { search_text: waited } }, signal);
      // The last release, which may run beside this one, suggests no lists.
      const { suggest_emails: writtenWith, same_domain_emails: sameDomain, groups, lists = [] } = found;
      return leadInside(
        { namedLists: [], leading: [], writtenWith, sameDomain, groups, lists },
        waited,
        ownDomain,
      );
    },
    enabled: waited !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const settled = text === waited && !isFetching && !isPlaceholderData;
  const found = text === '' || waited === '' || !data ? NOBODY : data;
  return { ...(order === 'colleagues' ? colleaguesFirst(found, ownDomain) : found), settled };
}
