/** The files that SOGo and GNUstep read are property lists, in which any character outside ASCII is escaped. */
function quoted(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\n\r -~]/g, (unit) => `\\U${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped}"`;
}

/** Where GNUstep finds what was unpacked here instead of being installed, and the settings of the server. */
export function gnustepPaths(
  packaged: string,
  { root, defaults }: { root: string; defaults: string },
): string {
  return packaged
    .replace(/=\/usr\/(?!local\/)/g, `=${root}/usr/`)
    .replace(/^GNUSTEP_USER_DEFAULTS_DIR=.*$/m, `GNUSTEP_USER_DEFAULTS_DIR=${defaults}`);
}

type Facts = {
  /** Of the database, without a table. */
  databaseUrl: string;
  memcached: string;
  domain: string;
  spool: string;
};

/** The packaged ones, with people from a table; nothing is mailed, and all see when others are busy. */
export function sogoSettings({ databaseUrl, memcached, domain, spool }: Facts): string {
  const table = (name: string) => quoted(`${databaseUrl}/${name}`);
  return `{
  SOGoProfileURL = ${table('sogo_user_profile')};
  OCSFolderInfoURL = ${table('sogo_folder_info')};
  OCSSessionsFolderURL = ${table('sogo_sessions_folder')};
  OCSEMailAlarmsFolderURL = ${table('sogo_alarms_folder')};
  SOGoUserSources = ({
    type = sql; id = people; viewURL = ${table(PEOPLE_TABLE)}; userPasswordAlgorithm = plain;
    canAuthenticate = YES; isAddressBook = YES; displayName = People; MailFieldNames = (mail);
  });
  SOGoCalendarDefaultRoles = (PublicDAndTViewer, ConfidentialDAndTViewer, PrivateDAndTViewer);
  SOGoMemcachedHost = ${quoted(memcached)};
  SOGoMailDomain = ${quoted(domain)};
  SOGoMailSpoolPath = ${quoted(spool)};
  SOGoAppointmentSendEMailNotifications = NO;
  SOGoEnableEMailAlarms = NO;
  SOGoTimeZone = UTC;
  SxVMemLimit = ${MEMORY_MB};
}
`;
}

const PEOPLE_TABLE = 'sogo_users';
/** A process above the packaged 384 would be replaced in the middle of a measurement. */
const MEMORY_MB = 2_048;

/** The table of the people that may sign in. */
export function peopleStatement(
  people: string[],
  { domain, password }: { domain: string; password: string },
): string {
  const rows = people.map((name) => `('${name}', '${name}', '${password}', '${name}', '${name}@${domain}')`);
  return `
    create table ${PEOPLE_TABLE} (c_uid text primary key, c_name text, c_password text, c_cn text, mail text);
    insert into ${PEOPLE_TABLE} values ${rows.join(', ')}`;
}

export const CALENDAR = 'Calendar/personal';

/** As `sogo-tool backup` writes a person's calendar, from which it can be restored. */
export function sogoBackup(person: string, files: ReadonlyMap<string, string>): string {
  const records = [...files].map(
    ([name, text]) => `{ c_name = ${quoted(name)}; c_content = ${quoted(text)}; }`,
  );
  const folder = `{ displayname = ${quoted(person)}; acl = {}; records = (${records.join(',\n')}); }`;
  return `{ tables = { ${quoted(`/Users/${person}/${CALENDAR}`)} = ${folder}; }; }\n`;
}
