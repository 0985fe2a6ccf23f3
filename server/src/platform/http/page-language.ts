export type PageLanguage = 'vi' | 'en';

/** The visitor's choice, otherwise the browser's first preference; Vietnamese when neither is supported. */
export function pageLanguage(chosen: string | undefined, accepted: string | undefined): PageLanguage {
  if (chosen === 'vi' || chosen === 'en') return chosen;
  const wanted = (accepted ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const weight = Number(rest.join(';').match(/q=([\d.]+)/)?.[1] ?? 1);
      return { language: tag.slice(0, 2).toLowerCase(), weight };
    })
    .filter(({ language, weight }) => weight > 0 && (language === 'vi' || language === 'en'))
    .sort((one, other) => other.weight - one.weight);
  return wanted[0]?.language === 'en' ? 'en' : 'vi';
}
