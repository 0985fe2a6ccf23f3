import { useRef } from 'react';
import { recipientsFromText } from '../../../model/compose/recipient-text.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMutation, useQueries } from '../../../parts/queries/use-query.ts';
import { SUGGESTIONS } from './use-recipient-suggestions.ts';

/** RC-10: an address that was changed is suggested as it was corrected. That it is not, is nothing to disturb with. */
export function useCorrection() {
  const api = useApi();
  const queries = useQueries();
  const old = useRef<string | null>(null);
  const { mutate } = useMutation({
    mutationFn: (body: { old_email: string; new_email: string }) => api.replaceRecipient({ body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [SUGGESTIONS] }),
  });

  return {
    begin(email: string): void {
      old.current = email;
    },
    drop(): void {
      old.current = null;
    },
    /** What became of the text: a correction, if it is one address, and another one. */
    end(text: string): void {
      const from = old.current;
      old.current = null;
      const [corrected, more] = recipientsFromText(text);
      if (!from || !corrected?.valid || more || corrected.email.toLowerCase() === from.toLowerCase()) return;
      mutate({ old_email: from, new_email: corrected.email });
    },
  };
}
