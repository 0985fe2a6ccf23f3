import type { ContactList } from '@bocau/contract/contacts.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';

/** CT-31: adds the people of a list of contacts, and says who is left out. */
export function useContactListChoice(onAdd: (text: string) => void) {
  const api = useApi();
  const { t } = useTranslation();
  return async ({ name }: ContactList): Promise<void> => {
    try {
      const { data } = await api.listRecipients({ query: { name } });
      const { recipients, without, beyond } = data;
      const people = recipients.map((person) => ({ ...person, valid: true, status: 'unknown' as const }));
      if (people.length > 0) onAdd(people.map(textOfRecipient).join(', '));
      if (without > 0)
        notify({ text: t('compose.recipients.listWithout', { list: name, count: without }), seconds: 8 });
      if (beyond > 0)
        notify({ text: t('compose.recipients.listBeyond', { list: name, count: beyond }), seconds: 8 });
    } catch (thrown) {
      notify({ text: errorWords(t, asApiError(thrown)), tone: 'danger', seconds: 8 });
    }
  };
}
