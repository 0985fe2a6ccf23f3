import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { answerSubject } from '../../model/compose/reply-fields.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import { useWithCompose } from './lazy-compose.ts';

/** `subject`: null where several messages have no common one. */
type Forwarded = { ids: readonly string[]; subject: string | null };

/**
 * A new message with others attached as their unmodified sources (message/rfc822), so that nothing of them is
 * lost.
 */
export function useForwardAttached(): (forwarded: Forwarded) => void {
  const { t } = useTranslation();
  const api = useApi();
  const withCompose = useWithCompose();
  return ({ ids, subject }) => {
    if (ids.length > LIMITS.filesPerUpload) {
      notify({ text: t('messages.tooManyToAttach', { count: LIMITS.filesPerUpload }), tone: 'danger' });
      return;
    }
    withCompose(async (compose) => {
      try {
        const { data: files } = await api.attachMessages({ body: { message_ids: [...ids] } });
        const given = subject === null ? {} : { subject: answerSubject(subject, 'forward') };
        compose.openNew({ ...given, files });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const words = error.code === 'too_large' ? t('messages.tooLargeToAttach') : errorWords(t, error);
        notify({ text: words, tone: 'danger', seconds: 8 });
      }
    });
  };
}
