import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isImageOfText, useTextImage } from '../use-text-image.ts';

/** Uploads an image for a template; one of the domain copies it when it is saved. */
export function useTemplateImages(): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const upload = useTextImage();
  return async (file) => {
    if (!isImageOfText(file)) throw new Error(t('templates.form.notAnImage'));
    if (file.size > TEMPLATE_LIMITS.imageBytes) throw new Error(t('templates.form.largeImage'));
    return upload(file);
  };
}
