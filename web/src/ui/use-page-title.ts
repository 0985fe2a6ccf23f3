import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/** Sets the title of the page: its content, then the product. */
export function usePageTitle(words: string): void {
  const { t } = useTranslation();
  const title = `${words} – ${t('common.product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
