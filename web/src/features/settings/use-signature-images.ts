import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { inlineSource } from '../../model/compose/own-words.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Uploads an image for the signature that shows `html`; saving the signature makes the image its own. */
export function useSignatureImages(html: string): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const api = useApi();
  return async (file) => {
    if (!TYPES.includes(file.type)) throw new Error(t('settingFields.signature.faults.noImage'));
    if (file.size > LIMITS.signatureImageBytes) {
      throw new Error(t('settingFields.signature.faults.largeImages'));
    }
    if ((html.match(/<img\b/gi)?.length ?? 0) >= LIMITS.signatureImages) {
      throw new Error(t('settingFields.signature.faults.manyImages'));
    }
    const form = new FormData();
    form.append('file', file, file.name);
    try {
      const { data } = await api.uploadFile({ form });
      return inlineSource(data[0]?.id ?? '');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new Error(errorWords(t, error));
    }
  };
}
