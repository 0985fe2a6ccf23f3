import { ApiError } from '@bocau/contract/client.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { inlineSource } from '../../../model/compose/own-words.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import type { TemplateScope } from '../../../parts/templates/use-templates.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Uploads an image for a template; saving the template makes the image its own. */
export function useTemplateImages(scope: TemplateScope): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const api = useApi();
  return async (file) => {
    // TE-8
    if (scope === 'domain') throw new Error(t('templates.form.noImages'));
    if (!TYPES.includes(file.type)) throw new Error(t('templates.form.notAnImage'));
    if (file.size > TEMPLATE_LIMITS.imageBytes) throw new Error(t('templates.form.largeImage'));
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
