import { useTranslation } from 'react-i18next';
import { useSettings } from '../../settings/use-settings.ts';
import { plannedWords } from './planned-words.ts';

export function usePlannedWords(): (unixSeconds: number) => string {
  const { i18n } = useTranslation();
  const { time_zone } = useSettings();
  return (unixSeconds) => plannedWords(unixSeconds, time_zone, i18n.language);
}
