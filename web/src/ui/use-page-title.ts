import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

/** The title of the page: what it shows, then the product. */
export function usePageTitle(words: string): void {
  const { t } = useTranslation();
  const title = `${words} – ${t('common.product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
