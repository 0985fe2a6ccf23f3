import { WAITING } from '@bocau/contract/waiting-list.ts';

/** The help pages in the order of their list; each has one file in `pages/vi` and one in `pages/en`. */
export const PAGE_IDS = [
  'first-steps',
  'reading',
  'threads',
  'search',
  'folders',
  'labels',
  'later',
  'filters',
  'drafts',
  'sending',
  'schedule',
  'recall',
  'attachments',
  'drive',
  'sharing',
  'contacts',
  'directory',
  'calendar',
  'repeating-events',
  'calendar-sharing',
  'rooms',
  'calendar-phone',
  'signatures',
  'templates',
  'mail-merge',
  'auto-reply',
  'forwarding',
  'junk',
  'newsletters',
  'images',
  'two-step',
  'passkeys',
  'app-passwords',
  'lost-password',
  'keyboard',
  'phone',
  'notifications',
  'storage',
  'invitations',
  'invoices',
  'moving-in',
  'people',
  'groups',
  'domains',
  'suspension',
] as const;
export type PageId = (typeof PAGE_IDS)[number];

const PLACES: readonly [RegExp, PageId][] = [
  [/^\/folder\/Drafts/, 'drafts'],
  [/^\/folder\/(WEBMAIL_SCHEDULED|webmail_period)/, 'schedule'],
  [/^\/folder\/Sent/, 'sending'],
  [/^\/folder\/Junk/, 'junk'],
  [/^\/(folder|label)\/[^/]+\/./, 'reading'],
  [new RegExp(`^/folder/(Snoozed|${WAITING})`), 'later'],
  [/^\/label/, 'labels'],
  [/^\/advance-search/, 'search'],
  [/^\/setting\/folders/, 'folders'],
  [/^\/setting\/pop3imap/, 'app-passwords'],
  [/^\/setting\/autoforward/, 'forwarding'],
  [/^\/setting\/customfilters/, 'filters'],
  [/^\/setting\/templates/, 'templates'],
  [/^\/setting\/newsletters/, 'newsletters'],
  [/^\/setting\/storage/, 'storage'],
  [/^\/setting/, 'signatures'],
  [/^\/contacts\/directory/, 'directory'],
  [/^\/contacts/, 'contacts'],
  [/^\/calendar/, 'calendar'],
  [/^\/invoices/, 'invoices'],
  [/^\/merges/, 'mail-merge'],
  [/^\/drive\/shared/, 'sharing'],
  [/^\/drive/, 'drive'],
  [/^\/protect\/password/, 'lost-password'],
  [/^\/protect/, 'two-step'],
  [/^\/account\/protect/, 'passkeys'],
  [/^\/account\/devices/, 'app-passwords'],
  [/^\/admin\/people/, 'people'],
  [/^\/admin/, 'domains'],
  [/^\/login/, 'lost-password'],
];

/** The help page for a screen, by the screen's address. */
export function pageFor(pathname: string): PageId {
  return PLACES.find(([place]) => place.test(pathname))?.[1] ?? 'first-steps';
}

export function isPageId(id: string | undefined): id is PageId {
  return PAGE_IDS.some((each) => each === id);
}
