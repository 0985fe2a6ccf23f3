import { useRef } from 'react';
import { recipientsFromText } from '../../../model/compose/recipient-text.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMutation, useQueries } from '../../../parts/queries/use-query.ts';
import { SUGGESTIONS } from './use-recipient-suggestions.ts';

/**
 * RC-10: an address that was edited is from now on suggested in its corrected form. Failures are not shown.
 */
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
    /** Ends the edit; it is a correction if the text is a single address other than the old one. */
    end(text: string): void {
      const from = old.current;
      old.current = null;
      const [corrected, more] = recipientsFromText(text);
      if (!from || !corrected?.valid || more || corrected.email.toLowerCase() === from.toLowerCase()) return;
      mutate({ old_email: from, new_email: corrected.email });
    },
  };
}
