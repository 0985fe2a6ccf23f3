import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** The title of the page while a screen is shown: what it shows, then the product. */
export function useScreenTitle(words: string): void {
  const { t } = useTranslation();
  const product = t('common.product');
  useEffect(() => {
    document.title = `${words} – ${product}`;
    return () => {
      document.title = product;
    };
  }, [words, product]);
}
