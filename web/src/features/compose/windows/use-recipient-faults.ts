import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow, RecipientField } from '../../../model/compose/compose-model.ts';

const FIELDS = ['to', 'cc', 'bcc'] as const;

/** What is wrong with the recipients is told once sending was tried, and until it is put right. */
export function useRecipientFaults(view: ComposeWindow | null) {
  const { t } = useTranslation();
  const [told, setTold] = useState(false);
  const isAddressed = view !== null && FIELDS.every((field) => !faultOf(field, view));
  if (told && isAddressed) setTold(false);

  return {
    tell: () => setTold(true),
    /** Under which field it is told: where the addresses stand that are none, and "To" where there is no recipient. */
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
