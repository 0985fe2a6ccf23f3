import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow, RecipientField } from '../../../model/compose/compose-model.ts';

const FIELDS = ['to', 'cc', 'bcc'] as const;

/** Faults of the recipients are shown once sending was tried, until they are fixed. */
export function useRecipientFaults(view: ComposeWindow | null) {
  const { t } = useTranslation();
  const [told, setTold] = useState(false);
  const isAddressed = view !== null && FIELDS.every((field) => !faultOf(field, view));
  if (told && isAddressed) setTold(false);

  return {
    tell: () => setTold(true),
    /** The fault at a field: where the invalid addresses are, or at "To" where there is no recipient. */
    words(field: RecipientField): string | null {
      const fault = view && told ? faultOf(field, view) : null;
      if (!fault) return null;
      if (fault.kind === 'nobody') return t('sending.failures.no_receiver');
      return t('sending.blocks.invalid', { emails: fault.emails.join(', ') });
    },
  };
}

function faultOf(
  field: RecipientField,
  view: ComposeWindow,
): { kind: 'nobody' } | { kind: 'invalid'; emails: string[] } | null {
  const wrong = view[field].filter(({ valid }) => !valid).map(({ email }) => email);
  if (wrong.length > 0) return { kind: 'invalid', emails: wrong };
  return field === 'to' && FIELDS.every((other) => view[other].length === 0) ? { kind: 'nobody' } : null;
}
