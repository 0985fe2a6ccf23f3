import { useTranslation } from '../../../i18n/use-translation.ts';
import { plannedWords } from '../../../parts/sending/planned-words.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';

export function usePlannedWords(): (unixSeconds: number) => string {
  const { language } = useTranslation();
  const { time_zone } = useSettings();
  return (unixSeconds) => plannedWords(unixSeconds, time_zone, language);
}
