import type { Invitation } from '@bocau/contract/invitations.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayOfWall } from '../../lib/calendar-days.ts';
import { spanOf } from '../../model/calendar/occurrence-times.ts';
import { isPlainClick, Link } from '../../router/router.tsx';
import { PHONE } from '../../ui/breakpoints.ts';
import { useMedia } from '../../ui/use-media.ts';
import { calendarAddressOf } from '../calendar/calendar-address.ts';
import { focusWish } from '../calendar/focus-wish.ts';
import { readView } from '../calendar/kept-view.ts';
import { useSettings } from '../settings/use-settings.ts';

/** CL-264: from the message to the event, where it is in the calendar. */
export function ShowInCalendar({ invitation: { event_id: id, start } }: { invitation: Invitation }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const isPhone = useMedia(PHONE);
  if (id === null || !start) return null;
  const { at, day: written, clock } = start;
  const isTimed = clock !== null && at !== null;
  const day = isTimed ? dayOfWall(spanOf({ kind: 'zoned', at, until: at }, zone).start) : written;
  return (
    <Button
      component={Link}
      to={calendarAddressOf(readView(isPhone), day)}
      variant="subtle"
      size="compact-md"
      onClick={(event) => {
        if (isPlainClick(event))
          focusWish.set({ go: 'soon', one: { event_id: id, original: '' }, day, opens: true });
      }}
    >
      {t('invitation.showInCalendar')}
    </Button>
  );
}
