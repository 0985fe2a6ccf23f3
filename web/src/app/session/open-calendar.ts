import type { ApiClient } from '@bocau/contract/client.ts';
import { announceCalendarEvent } from '../../features/calendar/begin-calendar-act.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import type { CalendarModel } from '../../model/calendar/calendar-model.ts';
import { createCalendarModel } from '../../model/calendar/create-calendar-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { pageStorage } from '../browser/page-storage.ts';
import { tabId } from '../browser/tab-id.ts';

let opened: { session: SessionModel; calendar: CalendarModel } | null = null;

/**
 * The signed-in user's calendar; a single model while the session is open, so that operations continue, and
 * can be undone, on other pages. It uses the calling page's client, so that a forbidden call is reported there.
 */
export function openCalendar(session: SessionModel, api: ApiClient): CalendarModel {
  if (opened?.session === session) return opened.calendar;
  opened?.calendar.close();
  const calendar = createCalendarModel({
    api,
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    owner: session.user()?.email ?? '',
    tabId: tabId(),
  });
  calendar.onEvent(announceCalendarEvent);
  session.join({
    // The event only announces a change: the calendar itself fetches what changed since its number.
    frames: { calendar_changed: calendar.changed },
    connected: calendar.connected,
    closed() {
      // The next user of this page has the same client: nothing of this one may continue with it.
      calendar.close();
      if (opened?.calendar === calendar) opened = null;
    },
  });
  opened = { session, calendar };
  return calendar;
}
