/**
 * What the folders that every mailbox has are for. Server and web read this one table; a folder that people made has
 * no role and may do everything.
 */
export type FolderRole = {
  /** The icon's name, for other clients of the API. */
  icon: string;
  /** Anything may be moved into it. The others only take back messages that were first stored there, for undo. */
  moveTarget: boolean;
  /** Searched always, only when named, or when named by a client of the API that knows it: it is not offered. */
  search: 'always' | 'named' | 'not offered';
  /** Its messages appear in no other list, and deleting in it deletes permanently. */
  discarded: boolean;
  /** It holds what the mailbox's owner wrote: lists name the recipients. */
  own: boolean;
  /** Its messages wait to be sent: they can only be cancelled. */
  pending: boolean;
  /** What its badge counts. */
  counts: 'unread' | 'total';
  /** Whether that count stands in the window's title. */
  inTitle: boolean;
  /** People may put folders of their own below it. */
  nests: boolean;
  /** A mailbox has it from the first time that it is needed, and not from the beginning. */
  onDemand: boolean;
};

const received = {
  moveTarget: true,
  search: 'always',
  discarded: false,
  own: false,
  pending: false,
  counts: 'unread',
  inTitle: false,
  nests: false,
  onDemand: false,
} as const satisfies Partial<FolderRole>;
const discarded = { ...received, search: 'named', discarded: true } as const;
const own = { ...received, moveTarget: false, own: true } as const;
const pending = { ...own, search: 'not offered', pending: true } as const;

/** A list, not a folder: it shows the starred threads of all folders. */
export const STARRED = 'Starred';
/** What is done with, out of the inbox and kept. */
export const ARCHIVE = 'Archive';
/** What waits for its time out of the inbox. */
export const SNOOZED = 'Snoozed';

export const FOLDER_ROLES = {
  INBOX: { ...received, icon: 'inbox', inTitle: true },
  Sent: { ...own, icon: 'send' },
  Drafts: { ...own, icon: 'draft', search: 'not offered', counts: 'total', inTitle: true },
  [SNOOZED]: { ...received, icon: 'snooze', onDemand: true },
  [ARCHIVE]: { ...received, icon: 'archive', nests: true },
  Junk: { ...discarded, icon: 'junk', inTitle: true },
  Trash: { ...discarded, icon: 'trash' },
  WEBMAIL_SCHEDULED: { ...pending, icon: 'clock' },
  webmail_period: { ...pending, icon: 'repeat' },
  [STARRED]: { ...received, icon: 'star', moveTarget: false },
} as const satisfies Record<string, FolderRole>;

export type RoleName = keyof typeof FOLDER_ROLES;
export type SystemFolder = Exclude<RoleName, typeof STARRED>;
/** Those that every mailbox has. */
export type LastingRole = Exclude<RoleName, typeof SNOOZED>;

const ROLE_NAMES = Object.keys(FOLDER_ROLES) as RoleName[];

/** In the order in which lists of folders name them. */
export const SYSTEM_FOLDERS = ROLE_NAMES.filter((name): name is SystemFolder => name !== STARRED);

export function isRoleName(name: string): name is RoleName {
  return Object.hasOwn(FOLDER_ROLES, name);
}

/** Null for a folder that people made. */
export function roleOf(name: string | null | undefined): FolderRole | null {
  return name != null && isRoleName(name) ? FOLDER_ROLES[name] : null;
}

/** The names of the folders whose role matches. */
export function rolesWhere(is: (role: FolderRole) => boolean): RoleName[] {
  return ROLE_NAMES.filter((name) => is(FOLDER_ROLES[name]));
}

export const DISCARDED_FOLDERS = rolesWhere((role) => role.discarded) as LastingRole[];
