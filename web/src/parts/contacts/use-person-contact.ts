import type { ContactCard } from '@bocau/contract/contacts.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useQueries, useQuery } from '../queries/use-query.ts';

export type PersonContactQuery = ReturnType<typeof usePersonContact>;

const keyOf = (email: string) => ['contact-of', email.toLowerCase()];

/** The card among the contacts with this address; null where there is none. */
export function usePersonContact(email: string) {
  const api = useApi();
  return useQuery({
    queryKey: keyOf(email),
    // The card may have been changed on the page of contacts.
    staleTime: 0,
    queryFn: async () => (await api.findContact({ query: { email } })).data,
  });
}

/** Tells the open cards of a person that they are among the contacts now. */
export function useTellContact(): (email: string, card: ContactCard | null) => void {
  const queries = useQueries();
  return (email, card) => queries.setQueryData(keyOf(email), card);
}
