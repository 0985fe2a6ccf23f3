/** Where the page of a secret link is, with the secret after it. */
export const LINK_PAGES = '/cal';
/** Below that, for programs. */
export const LINK_FEED = 'calendar.ics';
