import { ApiError } from '@bocau/contract/client.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';

const KEY = ['signatures'];

/** The server's signatures besides the main one; changes show as soon as they are saved. */
export function useOtherSignatures() {
  const api = useApi();
  const queries = useQueries();
  const query = useQuery({ queryKey: KEY, queryFn: async () => (await api.listSignatures({})).data });

  function know(change: (before: Signature[]) => Signature[]) {
    queries.setQueryData<Signature[]>(KEY, (before = []) => change(before));
  }

  /** Resolves to the id on the server. */
  async function create({ name, html }: Signature): Promise<string> {
    const { data } = await api.createSignature({ body: { name, html } });
    know((before) => [...before, data]);
    return data.id;
  }

  async function update(id: string, body: { name?: string; html?: string }) {
    const { data } = await api.updateSignature({ params: { id }, body });
    know((before) => before.map((other) => (other.id === data.id ? data : other)));
  }

  async function remove(id: string) {
    await api.deleteSignature({ params: { id } }).catch((error: unknown) => {
      // Another tab was faster.
      if (!(error instanceof ApiError) || error.code !== 'signature_not_found') throw error;
    });
    know((before) => before.filter((one) => one.id !== id));
  }

  return { query, create, update, remove };
}
