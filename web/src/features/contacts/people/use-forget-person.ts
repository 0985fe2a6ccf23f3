import type { OtherPerson } from '@bocau/contract/other-people.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { announceUndoable } from '../announce-undoable.ts';
import { announceContactFailure } from '../begin-contact-act.ts';

/** Removes somebody from the suggestions of recipients, until they are written to again; it can be undone. */
export function useForgetPerson(person: OtherPerson, onForgotten: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [busy, setBusy] = useState(false);
  const { email } = person;

  async function mark(forgotten: boolean): Promise<void> {
    await api.forgetOtherPerson({ body: { email, forgotten } });
    void queries.invalidateQueries({ queryKey: ['other-people'] });
  }

  async function forget(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await mark(true);
      onForgotten();
      announceUndoable(t('contactPeople.others.forgotten', { name: shortName(person) }), () => mark(false));
    } catch (error) {
      announceContactFailure(t('contactPeople.others.forgetFailed'), asApiError(error));
    } finally {
      setBusy(false);
    }
  }

  return { forget, busy };
}
