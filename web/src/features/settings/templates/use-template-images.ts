import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { TemplateScope } from '../../../parts/templates/use-templates.ts';
import { isImageOfText, useTextImage } from '../use-text-image.ts';

/** Uploads an image for a template. */
export function useTemplateImages(scope: TemplateScope): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const upload = useTextImage();
  return async (file) => {
    // TE-8
    if (scope === 'domain') throw new Error(t('templates.form.noImages'));
    if (!isImageOfText(file)) throw new Error(t('templates.form.notAnImage'));
    if (file.size > TEMPLATE_LIMITS.imageBytes) throw new Error(t('templates.form.largeImage'));
    return upload(file);
  };
}
