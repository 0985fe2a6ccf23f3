import { useTranslation } from 'react-i18next';
import { isSameWall, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { plannedWords } from '../compose/outgoing/planned-words.ts';
import { useSettings } from '../settings/use-settings.ts';

/** Moments as the clock of the user's own zone shows them. */
export function useMoments() {
  const { t, i18n } = useTranslation();
  const { time_zone: zone } = useSettings();
  const isElsewhere = (at: number) => !isSameWall(at, zone);
  return {
    zone,
    /** Another one than the browser's: to be said where a time is told. */
    isElsewhere,
    short: (at: number) => shortMoment(at, now(), zone),
    /** Weekday, date and time. */
    planned: (at: number) => plannedWords(at, zone, i18n.language),
    /** The same, with the zone where the clock on this wall shows something else. */
    told(at: number) {
      const time = plannedWords(at, zone, i18n.language);
      return isElsewhere(at) ? t('outgoing.timeIn', { time, zone }) : time;
    },
  };
}
