import { LIMITS } from '@bocau/contract/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isImageOfText, useTextImage } from './use-text-image.ts';

/** Uploads an image for the signature that shows `html`. */
export function useSignatureImages(html: string): (file: File) => Promise<string> {
  const { t } = useTranslation();
  const upload = useTextImage();
  return async (file) => {
    if (!isImageOfText(file)) throw new Error(t('settingFields.signature.faults.noImage'));
    if (file.size > LIMITS.signatureImageBytes) {
      throw new Error(t('settingFields.signature.faults.largeImages'));
    }
    if ((html.match(/<img\b/gi)?.length ?? 0) >= LIMITS.signatureImages) {
      throw new Error(t('settingFields.signature.faults.manyImages'));
    }
    return upload(file);
  };
}
