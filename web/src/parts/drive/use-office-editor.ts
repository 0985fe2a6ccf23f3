import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';

/** Whether this installation has an office editor; false until that is known. */
export function useOfficeEditor(): boolean {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['server-info'],
    queryFn: async () => (await api.getServerInfo({})).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.office_editor ?? false;
}
