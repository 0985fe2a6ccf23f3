/** One call of a case: its operation, headers and body, and the expected result. */
export type Step = {
  call: string | null;
  headers?: Record<string, string>;
  body?: string;
  /** With an invalid token. */
  foreign?: boolean;
  /** On the file that the last PutRelativeFile created, instead of the case's file. */
  made?: boolean;
  status?: number;
  /** X-WOPI-Lock of the response. */
  lock?: string;
  /** X-WOPI-ItemVersion: `same` as in the previous response that had one, or another. */
  version?: 'same' | 'other';
  text?: string;
  json?: object;
};
type Case = { name: string; empty?: boolean; steps: Step[] };

const OFFICE_LOCK = JSON.stringify({
  ...{ S: '0136ad16-9725-43c3-9ea0-5e01d2dbc162', E: 2, M: 'DE997C5AC4E6' },
  P: '6058AF1E-A36F-4691-9003-B8E2C7F50937',
});

const by = (lock: string) => ({ 'x-wopi-lock': lock });
const relock = (lock: string, old: string) => ({ ...by(lock), 'x-wopi-oldlock': old });
const exact = (name: string, overwrite?: string) => ({
  'x-wopi-relativetarget': name,
  ...(overwrite === undefined ? {} : { 'x-wopi-overwriterelativetarget': overwrite }),
});
const suggested = (name: string) => ({ 'x-wopi-suggestedtarget': name });

const LOCK: Step = { call: 'LOCK', headers: by('A'), status: 200 };
const UNLOCK: Step = { call: 'UNLOCK', headers: by('A'), status: 200 };
const copy = (headers: Record<string, string>, step: Partial<Step> = {}): Step => ({
  ...{ call: 'PUT_RELATIVE', headers, body: 'sao', status: 200 },
  ...step,
});

const renameTo = (name: string, headers: Record<string, string> = {}): Step => ({
  ...{ call: 'RENAME_FILE', made: true },
  headers: { 'x-wopi-requestedname': name, ...headers },
});

/** Locks with the length and characters that office servers use. */
const lockCases: Case[] = [`${'1234567890'.repeat(25)}123456`, 'x'.repeat(1024), OFFICE_LOCK].map((lock) => ({
  name: `a lock of ${lock.length} characters is kept as it came`,
  steps: [
    { call: 'LOCK', headers: by(lock), status: 200 },
    { call: 'GET_LOCK', status: 200, lock },
    { call: 'LOCK', headers: by('B'), status: 409, lock },
    { call: 'PUT', headers: by(lock), body: 'hai', status: 200 },
    { call: 'UNLOCK', headers: by(lock), status: 200 },
    { call: 'GET_LOCK', status: 200, lock: '' },
  ],
}));

/** Operations that this host does not offer, with names that no other host has either. */
const unsupportedCases: Case[] = [
  'DELETE',
  'PUT_USER_INFO',
  'GET_SHARE_URL',
  'READ_SECURE_STORE',
  'GET_RESTRICTED_LINK',
  'REVOKE_RESTRICTED_LINK',
  'ADD_ACTIVITIES',
  'COBALT',
  'EXECUTE_CELL_STORAGE_REQUEST',
].map((call) => ({
  name: `${call} is not implemented`,
  steps: [
    { call, body: '{}', status: 501 },
    { call: 'GET_FILE', text: 'một' },
  ],
}));

/**
 * The cases of the published validator of WOPI hosts (microsoft/wopi-validator-core) that concern files, in
 * our own words: groups EditFlows, Locks, GetLock, ExtendedLockLength, AccessTokens, PutRelativeFile and
 * RenameFile.
 */
export const PUBLISHED_CASES: readonly Case[] = [
  {
    name: 'an edit: locked, read, saved, unlocked; each save is another version',
    steps: [
      LOCK,
      { call: 'GET_FILE', headers: by('A'), text: 'một' },
      { call: 'PUT', headers: by('A'), body: 'hai', status: 200, version: 'other' },
      { call: 'PUT', headers: by('A'), body: 'hai', status: 200, version: 'other' },
      UNLOCK,
      {
        call: null,
        json: { Size: 3, UserCanWrite: true, SupportsDeleteFile: false, SupportsUserInfo: false },
      },
      { call: 'GET_FILE', text: 'hai' },
    ],
  },
  {
    name: 'a file that is read, locked and unlocked stays the same version',
    steps: [
      { call: 'GET_FILE', text: 'một' },
      { ...LOCK, version: 'same' },
      { ...UNLOCK, version: 'same' },
    ],
  },
  {
    name: 'a file that was emptied is filled without a lock',
    steps: [
      LOCK,
      { call: 'PUT', headers: by('A'), body: '', status: 200 },
      UNLOCK,
      { call: 'PUT', body: 'ba', status: 200 },
      { call: 'GET_FILE', text: 'ba' },
    ],
  },
  {
    name: 'a file that is not empty is not replaced without a lock',
    steps: [
      { call: 'PUT', body: 'ba', status: 409, lock: '' },
      { call: 'GET_FILE', text: 'một' },
    ],
  },
  {
    name: 'an empty file that somebody has locked is not filled by others',
    empty: true,
    steps: [LOCK, { call: 'PUT', body: 'ba', status: 409, lock: 'A' }, { call: 'GET_FILE', text: '' }],
  },
  ...lockCases,
  {
    name: 'a successful sequence, and the old lock after it',
    steps: [
      LOCK,
      { call: 'REFRESH_LOCK', headers: by('A'), status: 200 },
      { call: 'LOCK', headers: relock('B', 'A'), status: 200 },
      { call: 'GET_LOCK', status: 200, lock: 'B' },
      { call: 'UNLOCK', headers: by('A'), status: 409, lock: 'B' },
      { call: 'PUT', headers: by('A'), body: 'x', status: 409, lock: 'B' },
      { call: 'LOCK', headers: relock('C', 'A'), status: 409, lock: 'B' },
      { call: 'UNLOCK', headers: by('B'), status: 200 },
      { call: 'UNLOCK', headers: by('B'), status: 409, lock: '' },
    ],
  },
  {
    name: 'a token that is none opens and changes nothing, and holds no lock',
    steps: [
      { call: null, foreign: true, status: 401 },
      { call: 'LOCK', headers: by('A'), foreign: true, status: 401 },
      LOCK,
      { call: 'GET_FILE', foreign: true, status: 401 },
      { call: 'PUT', headers: by('A'), body: 'x', foreign: true, status: 401 },
      { call: 'UNLOCK', headers: by('A'), foreign: true, status: 401 },
      { call: 'GET_LOCK', status: 200, lock: 'A' },
      { call: 'GET_FILE', text: 'một' },
    ],
  },
  {
    name: 'a copy by a suggested ending or name, which is another one where it is taken',
    steps: [
      copy(suggested('.foox'), { json: { Name: 'ho so.foox' } }),
      copy(suggested('.foox'), { json: { Name: 'ho so (2).foox' } }),
      copy(suggested('ban+AF8-sao.docx'), { json: { Name: 'ban_sao.docx' } }),
      copy(suggested('ban_sao.docx'), { json: { Name: 'ban_sao (2).docx' } }),
      { call: null, made: true, status: 200, json: { BaseFileName: 'ban_sao (2).docx', Size: 3 } },
      { call: 'GET_FILE', made: true, text: 'sao' },
    ],
  },
  {
    name: 'a copy by an exact name, which is replaced where that is asked for and nobody edits it',
    steps: [
      copy(exact('ban in.foox', 'true'), { json: { Name: 'ban in.foox' } }),
      copy(exact('ban khac.foox', 'false'), { json: { Name: 'ban khac.foox' } }),
      copy(exact('ban khac.foox'), { status: 409, lock: '' }),
      copy(exact('ban khac.foox', 'false'), { status: 409, lock: '' }),
      copy(exact('ban khac.foox', 'true'), { body: 'moi', json: { Name: 'ban khac.foox' } }),
      { call: 'GET_FILE', made: true, text: 'moi' },
      { call: 'LOCK', headers: by('M'), made: true, status: 200 },
      copy(exact('ban khac.foox', 'true'), { status: 409, lock: 'M' }),
      { call: 'UNLOCK', headers: by('M'), made: true, status: 200 },
    ],
  },
  {
    name: 'a copy in the place of the file itself is refused while that is edited',
    steps: [
      LOCK,
      copy(exact('ho so.docx', 'true'), { status: 409, lock: 'A' }),
      { call: 'GET_FILE', text: 'một' },
      UNLOCK,
    ],
  },
  {
    name: 'no copy by two names, by none, or by one that is too long',
    steps: [
      copy({ ...suggested('.foox'), ...exact('a.foox') }, { status: 501 }),
      copy({}, { status: 400 }),
      copy(exact(`${'longname'.repeat(65)}.foox`), { status: 400 }),
      { call: 'RENAME_FILE', headers: { 'x-wopi-requestedname': 'x'.repeat(520) }, status: 400 },
    ],
  },
  {
    name: 'a copy is renamed: its ending stays, and its lock has to be named',
    steps: [
      copy(exact('thu.docx'), { json: { Name: 'thu.docx' } }),
      { ...renameTo('doi+AF8-ten'), status: 200, json: { Name: 'doi_ten' } },
      {
        call: null,
        made: true,
        json: { BaseFileName: 'doi_ten.docx', SupportsRename: true, UserCanRename: true },
      },
      { call: 'LOCK', headers: by('M'), made: true, status: 200 },
      { ...renameTo('lan hai', by('N')), status: 409, lock: 'M' },
      { ...renameTo('lan hai', by('M')), status: 200, json: { Name: 'lan hai' } },
      { call: 'UNLOCK', headers: by('M'), made: true, status: 200 },
      { ...renameTo('lan ba', by('M')), status: 200, json: { Name: 'lan ba' } },
    ],
  },
  ...unsupportedCases,
];

/** The properties of our CheckFileInfo in its published schema, which allows no others. */
export const FILE_INFO: Record<string, string> = {
  ...{ BaseFileName: 'string', OwnerId: 'string', Size: 'number', UserId: 'string', Version: 'string' },
  ...{ UserFriendlyName: 'string', LastModifiedTime: 'string', FileNameMaxLength: 'number' },
  ...{ HostEditUrl: 'string', HostViewUrl: 'string', PostMessageOrigin: 'string' },
  ...{ ReadOnly: 'boolean', UserCanWrite: 'boolean', UserCanRename: 'boolean', IsAnonymousUser: 'boolean' },
  ...{ UserCanNotWriteRelative: 'boolean', SupportsUpdate: 'boolean', SupportsLocks: 'boolean' },
  ...{ SupportsGetLock: 'boolean', SupportsExtendedLockLength: 'boolean', SupportsRename: 'boolean' },
  ...{ SupportsDeleteFile: 'boolean', SupportsUserInfo: 'boolean' },
};
