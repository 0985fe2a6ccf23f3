import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { after } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { isFoundBy } from '../../../parts/shares/use-suggested-people.ts';
import { TYPING_MS } from './use-typed-search.ts';

/** Some of those found can't get anything. */
const FOUND = '20';
const MOST = 8;

/** Others of the domain who may sign in, by what is typed; not only those whom the user, who may be a provider, knows. */
export function useColleagues(typed: string, person: ShownPerson, domain: string): MailAddress[] {
  const api = useApi();
  const text = typed.trim();
  const [search, setSearch] = useState('');
  useEffect(() => after(TYPING_MS, () => setSearch(text)), [text]);
  const { data: found = [] } = useQuery({
    queryKey: ['people', 'colleagues', domain, search],
    queryFn: async ({ signal }) =>
      (await api.listAllPeople({ query: { domain, search, limit: FOUND } }, signal)).data,
    enabled: search !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (text === '') return [];
  return found
    .filter(({ id, active, deleted_at }) => id !== person.id && active && deleted_at === null)
    .map(({ email, fullname: name }) => ({ email, name }))
    .filter((one) => isFoundBy(text, one))
    .slice(0, MOST);
}
