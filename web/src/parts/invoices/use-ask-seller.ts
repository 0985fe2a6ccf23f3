import { ApiError } from '@bocau/contract/client.ts';
import type { Invoice } from '@bocau/contract/invoices.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { recipientOf, textOfRecipient } from '../../model/compose/recipient-text.ts';
import { useOpenMessage } from '../compose/lazy-compose.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useSessionState } from '../session/use-session-model.ts';
import { isPerhapsOfAnother } from './check-words.ts';
import { questionToSeller } from './question-to-seller.ts';

/** Opens a message to whom the invoice came from, or to nobody yet where that may be somebody else than the seller; null for what is sold, and for a user who may not send. */
export function useAskSeller(invoice: Invoice): (() => void) | null {
  const { t, language } = useTranslation();
  const api = useApi();
  const openMessage = useOpenMessage();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  if (!maySend || invoice.direction !== 'bought') return null;
  return () =>
    void openMessage(async (compose) => {
      try {
        const question = questionToSeller(t, invoice, language);
        if (isPerhapsOfAnother(invoice)) {
          notify({ text: t('invoices.ask.whom'), tone: 'danger', seconds: 12 });
          return compose.openNew(question);
        }
        const { data } = await api.getMessage({ params: { id: invoice.message_id }, query: {} });
        const sellers = data.reply_to.length > 0 ? data.reply_to : [data.from];
        const to = sellers.map((seller) => textOfRecipient(recipientOf(seller))).join(', ');
        return compose.openNew({ to, ...question });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        notify({ text: errorWords(t, error), tone: 'danger', seconds: 8 });
        return null;
      }
    });
}
