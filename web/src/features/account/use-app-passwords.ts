import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';

/** A person's app passwords, cached under one key for all pages that show them. */
export function useAppPasswords() {
  const api = useApi();
  return useQuery({ queryKey: ['app-passwords'], queryFn: () => api.listAppPasswords({}) });
}
