import { LIMITS } from '@bocau/contract/limits.ts';
import type { Suggestion } from '@bocau/contract/search.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { after } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';

const WAIT_MS = 300;
const NOTHING: { threads: Suggestion[]; texts: string[] } = { threads: [], texts: [] };

type Suggestions = typeof NOTHING & {
  /** No further answer will come for the typed text. */
  standing: boolean;
};

/** Suggestions for the typed text; those of an earlier text stay until the new ones arrive. */
export function useSuggestions(typed: string): Suggestions {
  const api = useApi();
  const email = useSessionState((session) => session.user()?.email);
  const text = useWaited(typed);
  const { data, isFetching } = useQuery({
    queryKey: ['search-suggestions', email, text],
    queryFn: async ({ signal }) => (await api.suggest({ query: { search_text: text } }, signal)).data,
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const standing = text === typed.trim().slice(0, LIMITS.searchTextLength) && !isFetching;
  const found = typed.trim() === '' || text === '' || !data ? NOTHING : data;
  return { ...found, standing };
}

/** Addresses that begin with the typed text, for completion. */
export function useAddresses(typed: string, wanted: boolean) {
  const api = useApi();
  const email = useSessionState((session) => session.user()?.email);
  const text = useWaited(typed);
  const { data } = useQuery({
    queryKey: ['addresses', email, text],
    queryFn: async ({ signal }) => (await api.completeAddresses({ query: { s: text } }, signal)).data,
    enabled: wanted && text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return text === '' ? [] : (data ?? []);
}

/** The debounced text; empty before the first pause. */
function useWaited(typed: string): string {
  const text = typed.trim().slice(0, LIMITS.searchTextLength);
  const [waited, setWaited] = useState('');
  useEffect(() => after(WAIT_MS, () => setWaited(text)), [text]);
  return waited;
}
