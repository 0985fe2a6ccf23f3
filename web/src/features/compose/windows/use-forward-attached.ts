import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { answerSubject } from '../../../model/compose/reply-fields.ts';
import { useWithCompose } from '../../../parts/compose/lazy-compose.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';

type Forwarded = { ids: readonly string[]; subject: string };

/** A new message with the sources of others as its files: byte for byte, so that nothing of them is lost. */
export function useForwardAttached(): (forwarded: Forwarded) => void {
  const { t } = useTranslation();
  const api = useApi();
  const withCompose = useWithCompose();
  return ({ ids, subject }) =>
    withCompose(async (compose) => {
      try {
        const { data: files } = await api.attachMessages({ body: { message_ids: [...ids] } });
        compose.openNew({ subject: answerSubject(subject, 'forward'), files });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const words = error.code === 'too_large' ? t('messages.tooLargeToAttach') : errorWords(t, error);
        notify({ text: words, tone: 'danger', seconds: 8 });
      }
    });
}
