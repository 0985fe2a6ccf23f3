import type { Marionette } from './marionette.ts';
import { LOAD_AND_WAIT } from './thunderbird-waits.ts';

/**
 * What a person does in Thunderbird's calendar. The scripts run in its main window and are text, because they know names of
 * its, and none of ours.
 */
export function calendarActsIn(thunderbird: Marionette) {
  const run = <T>(body: string, ...given: unknown[]) => thunderbird.run<T>(HELPERS + body, ...given);
  return {
    /** As its form of new calendars does: answers the names of the calendars that it found, and takes the first. */
    addCalendar: (site: string, user: string, password: string) =>
      run<string[]>(ADD_CALENDAR, site, user, password),
    synchronize: () => run('calendar().refresh();'),
    /** Waits until it shows exactly these titles from one day to another, each with its time in UTC. */
    sees: (from: string, to: string, events: string[]) => run(SEES, from, to, events),
    add: (text: string) => run('await calendar().addItem(new CalEvent(given[0]));', text),
    /** As its form of events does, with what it sends by itself to those who are asked. */
    invite: (text: string) => run<boolean>(INVITE, text),
    rename: (title: string, other: string) => run(RENAME, title, other),
    remove: (title: string) => run('await calendar().deleteItem(await named(given[0]));', title),
  };
}

const HELPERS = `${LOAD_AND_WAIT}
const { cal } = load('calendar/calUtils');
const { CalEvent } = load('CalEvent');
const calendar = () => cal.manager.getCalendars().find(({ type }) => type === 'caldav');
const items = (from, to, more) =>
  calendar().getItemsAsArray(
    Ci.calICalendar.ITEM_FILTER_TYPE_EVENT | more,
    0,
    from && cal.createDateTime(from),
    to && cal.createDateTime(to),
  );
const named = async (title) => (await items(null, null, 0)).find((item) => item.title === title);
`;

const ADD_CALENDAR = `
const [site, user, password] = given;
// The remote control turns this off.
Services.prefs.setBoolPref('signon.rememberSignons', true);
const found = await cal.provider.caldav.detectCalendars(user, password, site, true);
// It asks for the password until it has saved it.
const isSaved = async () => (await Services.logins.searchLoginsAsync({ origin: site })).length > 0;
await until(isSaved, () => 'the saved password');
const names = found.map(({ name }) => name);
found[0].setProperty('cache.enabled', true);
cal.manager.registerCalendar(found[0]);
return names;
`;

const SEES = `
const [from, to, events] = given;
const wanted = events.join(', ');
let shown;
async function look() {
  const found = await items(from, to, Ci.calICalendar.ITEM_FILTER_CLASS_OCCURRENCES);
  shown = found
    .map(({ title, startDate }) => startDate.getInTimezone(cal.dtz.UTC).icalString + ' ' + title)
    .sort()
    .join(', ');
  return shown === wanted;
}
await until(look, () => wanted + ' in place of ' + shown);
`;

const INVITE = `
const item = await calendar().addItem(new CalEvent(given[0]));
cal.itip.checkAndSend(Ci.calIOperationListener.ADD, item, null);
return calendar().getProperty('capabilities.autoschedule.supported') === true;
`;

const RENAME = `
const [title, other] = given;
const before = await named(title);
const changed = before.clone();
changed.title = other;
await calendar().modifyItem(changed, before);
`;
