import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useTellContact } from '../../../parts/contacts/use-person-contact.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';

/** Adds a person to the contacts, by their name, where it is known, and their address. */
export function useAddContact() {
  const { t } = useTranslation();
  const api = useApi();
  const tell = useTellContact();
  const [adding, setAdding] = useState(false);
  const [failed, setFailed] = useState('');
  // A call whose answer was lost is repeated with the same id.
  const [uid] = useState(() => crypto.randomUUID());

  async function add({ name, email }: { name: string; email: string }): Promise<void> {
    if (adding) return;
    setAdding(true);
    setFailed('');
    try {
      const fields = { emails: [{ label: 'work', value: email }], ...(name !== '' && { full_name: name }) };
      const { data } = await api.createContact({ body: { uid, fields } });
      tell(email, data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(t('personCard.addFailed', { reason: errorWords(t, error) }));
    } finally {
      setAdding(false);
    }
  }

  return { add, adding, failed };
}
