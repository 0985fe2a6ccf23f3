import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { inlineSource } from '../../model/compose/own-words.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Whether a text that is kept, as a signature or a template, may show such a file. */
export function isImageOfText(file: File): boolean {
  return TYPES.includes(file.type);
}

/** Uploads an image for a text; saving the text makes the image its own. Resolves to what the text names it by. */
export function useTextImage(): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const api = useApi();
  return async (file) => {
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
