import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';

/** A domain; its related data is requested once it is loaded. */
export function useDomain(name: string, isProvider: boolean) {
  const api = useApi();
  const params = { domain: name };
  const domain = useQuery({
    queryKey: ['domain', name],
    queryFn: async () => (await api.showDomain({ params })).data,
    // Another administrator may have changed it since: each form begins with a fresh answer.
    gcTime: 0,
  });
  const isThere = domain.data !== undefined;
  const keys = useQuery({
    queryKey: ['domain-keys', name],
    enabled: isThere,
    queryFn: async () => (await api.listDomainKeys({ params })).data,
  });
  const brake = useQuery({
    queryKey: ['brake-limits', name],
    enabled: isThere && isProvider,
    queryFn: async () => (await api.showBrakeLimits({ query: { domain: name } })).data,
    gcTime: 0,
  });
  const records = useQuery({
    queryKey: ['domain-dns', name],
    enabled: isThere,
    queryFn: async () => (await api.checkDomain({ params })).data,
    // The records are changed elsewhere, and users come back to check.
    staleTime: 0,
  });
  return { domain, keys, brake, records };
}
