import { zoneWords } from '@bocau/contract/zone-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSameWall, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';

/** Moments as the clock of the user's own zone shows them. */
export function useMoments() {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const isElsewhere = (at: number) => !isSameWall(at, zone);
  return {
    zone: zoneWords(zone, now() / 1000, language).place,
    /** Another one than the browser's: to be said where a time is told. */
    isElsewhere,
    short: (at: number) => shortMoment(at, now(), zone),
    /** Weekday, date and time. */
    planned: (at: number) => plannedWords(at, zone, language),
    /** The same, with the zone where the clock on this wall shows something else. */
    told(at: number) {
      const time = plannedWords(at, zone, language);
      return isElsewhere(at)
        ? t('outgoing.timeIn', { time, zone: zoneWords(zone, at, language).place })
        : time;
    },
  };
}
