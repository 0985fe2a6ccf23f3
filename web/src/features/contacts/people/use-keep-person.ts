import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import { rowOf } from '../../../model/contacts/contacts-noun.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useTellContact } from '../../../parts/contacts/use-person-contact.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { announceUndoable } from '../announce-undoable.ts';
import { announceContactFailure } from '../begin-contact-act.ts';
import { nameOf } from '../contact-acts.ts';

/** Adds a person to one's own contacts, which can be undone. */
export function useKeepPerson(email: string) {
  const { t } = useTranslation();
  const model = useContactsModel();
  const queries = useQueries();
  const tell = useTellContact();
  const [busy, setBusy] = useState(false);
  // A call whose answer was lost is repeated with the same id; after an undo it is another card.
  const [uid, setUid] = useState(() => crypto.randomUUID());

  function changed(card: ContactCard | null): void {
    tell(email, card);
    void queries.invalidateQueries({ queryKey: ['other-people'] });
  }

  async function keep(fields: Partial<ContactFields>): Promise<ContactCard | null> {
    if (busy) return null;
    setBusy(true);
    try {
      const card = await model.create({ uid, bookId: null, fields });
      setUid(crypto.randomUUID());
      changed(card);
      announceUndoable(t('contacts.done.created', { name: nameOf(card) }), async () => {
        const at = Math.floor(now() / 1000);
        await model.act({ kind: 'trash', contacts: [rowOf(card)], at }).settled;
        changed(null);
      });
      return card;
    } catch (error) {
      announceContactFailure(t('contactPeople.addFailed'), asApiError(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { keep, busy };
}
