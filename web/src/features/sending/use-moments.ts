import { zoneWords } from '@bocau/contract/zone-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSameWall, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { plannedWords } from '../../parts/sending/planned-words.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';

/** Formats moments in the user's own time zone. */
export function useMoments() {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const isElsewhere = (at: number) => !isSameWall(at, zone);
  return {
    zone: zoneWords(zone, now() / 1000, language).place,
    /** It differs from the browser's zone, so times are shown with it. */
    isElsewhere,
    short: (at: number) => shortMoment(at, now(), zone),
    /** Weekday, date and time. */
    planned: (at: number) => plannedWords(at, zone, language),
    /** The same, with the zone where the browser's clock shows another time. */
    told(at: number) {
      const time = plannedWords(at, zone, language);
      return isElsewhere(at)
        ? t('outgoing.timeIn', { time, zone: zoneWords(zone, at, language).place })
        : time;
    },
  };
}
