import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { z } from 'zod';
import { FORWARDING_ADDRESS, type Kind, OWN_EVENT, type OwnThings } from './own-things.ts';

export type Part = 'params' | 'query' | 'body';
/** The input of one call; its body is any JSON. */
export type CallInput = { params: Record<string, string>; query: Record<string, string>; body: unknown };
/** The position of an id in the input, and what it identifies; for a list, the list itself. */
export type IdPlace = { part: Part; path: (string | number)[]; kind: Kind; list: 'no' | 'array' | 'commas' };

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
};

/**
 * A valid call of an endpoint about one's own objects, and the positions of its ids: derived from the
 * contract alone.
 */
export function sampleCall(endpoint: Endpoint, own: OwnThings): { input: CallInput; ids: IdPlace[] } {
  const ids: IdPlace[] = [];
  const make = (part: Part): unknown => {
    const schema = endpoint[part];
    if (!schema) return undefined;
    const printed = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return sample(printed, { endpoint, part, path: [], own, ids });
  };
  const input = { params: make('params') ?? {}, query: make('query') ?? {}, body: make('body') };
  return { input: input as CallInput, ids };
}

type Spot = { endpoint: Endpoint; part: Part; path: (string | number)[]; own: OwnThings; ids: IdPlace[] };

function sample(schema: JsonSchema, spot: Spot): unknown {
  const field = spot.path.findLast((step) => typeof step === 'string');
  if (field !== undefined && isIdField(spot.endpoint, field)) return sampleId(schema, spot, field);
  // A time to come.
  if (LATER.some(([of, path]) => field === of && spot.endpoint.path === path))
    return Date.UTC(2027, 5, 1) / 1000;
  if (field === 'act' && spot.endpoint.path === BULK) return 'move';
  if (field !== undefined && field in VALUES_BY_FIELD) return VALUES_BY_FIELD[field];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(choices[0] as JsonSchema, spot);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return sampleObject(schema, spot);
    case 'array':
      return [sample(schema.items ?? {}, { ...spot, path: [...spot.path, 0] })];
    case 'string':
      return sampleText(schema, field, spot);
    case 'boolean':
      return true;
    case 'number':
    case 'integer':
      return 1;
    default:
      throw new Error(`${spot.endpoint.path}: no sample for ${JSON.stringify(schema)}`);
  }
}

/** Required fields, every possible id, and a time where one of two names of it is required. */
function sampleObject(schema: JsonSchema, spot: Spot): Record<string, unknown> {
  const given = Object.entries(schema.properties ?? {}).filter(
    ([key]) => schema.required?.includes(key) || isIdField(spot.endpoint, key) || key === 'timestamp',
  );
  return Object.fromEntries(
    given.map(([key, inner]) => [key, sample(inner, { ...spot, path: [...spot.path, key] })]),
  );
}

function sampleId(schema: JsonSchema, spot: Spot, field: string): unknown {
  const { part, path, own, ids } = spot;
  const kind = kindOf(spot.endpoint, field);
  const id = own[kind];
  if (schema.type === 'array') {
    ids.push({ part, path, kind, list: 'array' });
    return [id];
  }
  ids.push({ part, path, kind, list: part === 'query' && field === 'ids' ? 'commas' : 'no' });
  return id;
}

function sampleText(schema: JsonSchema, field: string | undefined, { endpoint }: Spot): string {
  // Address validation is code, which no schema shows.
  if (field?.includes('email') || (field === 'from' && endpoint.path === KEEP_SENDER))
    return endpoint.path.startsWith(DIRECTORY) ? 'minh.tran@saomai.example' : 'khach@minhphat.example';
  if (schema.pattern === undefined) return 'mẫu';
  const fitting = ['1', 'over:1M', '08:30', '2027-01-31', '#1a73e8', 'https://minhphat.example/a'].find(
    (text) => new RegExp(schema.pattern as string).test(text),
  );
  if (fitting === undefined) throw new Error(`no sample for the pattern ${schema.pattern}`);
  return fitting;
}

/**
 * Folders are given by name in `in` and `name`; an id works as well. Some fields are named after what they
 * contain.
 */
function isIdField(endpoint: Endpoint, field: string): boolean {
  if (field === 'name') return endpoint.method === 'GET' && endpoint.path === '/api/v2/folder';
  if (endpoint.path.startsWith(DRIVE) && field === 'version') return true;
  if (endpoint.path.includes('/groups/:group') && field in GROUP_KINDS) return true;
  if (endpoint.path.includes('/rooms/:room') && ['room', 'event'].includes(field)) return true;
  if (endpoint.path.startsWith(HELD_LINK) && field === 'token') return true;
  if (endpoint.path === FORGET && field === 'email') return true;
  if (endpoint.path.startsWith(CONTACTS) && ['add', 'remove', 'key'].includes(field)) return true;
  if (isOfLabels(endpoint, field)) return true;
  // Elsewhere it is chosen by the caller.
  if (endpoint.path.startsWith(CONTACTS) && field === 'uid') return endpoint.path.endsWith('/undo');
  if (endpoint.path.startsWith(`${CALENDAR}import/`) && field === 'uid') return true;
  // Those of an event are addresses.
  if (endpoint.path.startsWith(CALENDAR) && field === 'files') return false;
  if (endpoint.path.startsWith('/api/admin/') && field === 'domain') return true;
  return ['in', 'answers', 'files', 'hrefs'].includes(field) || /^(.+_)?ids?$/.test(field);
}

/** Lists take the id of a label beside its name. */
function isOfLabels({ path }: Endpoint, field: string): boolean {
  if (field === 'label_ids_before') return true;
  if (/\/(threads|messages)\/labels$/.test(path)) return field === 'add' || field === 'remove';
  return field === 'label' && path.startsWith('/api/v2/threads');
}

/** Values with a format that the schema does not express. */
const VALUES_BY_FIELD: Record<string, unknown> = {
  account_to: FORWARDING_ADDRESS,
  uid: '3d0f6b52-7a43-4c0e-9a51-6c2b8a4d7e10',
  csv: 'email,name\nmoi@saomai.example,Người mới',
  address: FORWARDING_ADDRESS,
  fullname: 'Phạm Thu Hà',
  heir: 'minh.tran@saomai.example',
  phone: '0912 345 678',
  subscription: {
    endpoint: 'https://push.example/of-a-browser',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  share_withs: ['lan.anh@saomai.example'],
  period: { by_days: 1 },
  zone: 'Asia/Ho_Chi_Minh',
  // The first occurrence of the own event.
  original: OWN_EVENT.original,
  sieve_json: JSON.stringify({
    match: 'all',
    conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn' }],
    actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
  }),
};

const KINDS_BY_FIELD: Record<string, Kind> = {
  in: 'folder',
  name: 'folder',
  folder_id: 'folder',
  from_folder_id: 'folder',
  to_folder_id: 'folder',
  parent_id: 'folder',
  before_id: 'folder',
  thread_ids: 'thread',
  message_ids: 'message',
  msg_id: 'draft',
  message_id: 'message',
  answers: 'message',
  label_id: 'label',
  label_ids: 'label',
  share_ids: 'share',
  domain: 'domain',
  files: 'file',
  hrefs: 'driveFile',
};

const KINDS_BY_ADDRESS: [RegExp, Kind][] = [
  [/\/threads\/bulk\/:id/, 'job'],
  [/\/labels\/:id/, 'label'],
  [/\/threads\//, 'thread'],
  [/\/folders?\//, 'folder'],
  [/\/v2\/invoices\//, 'invoice'],
  [/\/messages\//, 'message'],
  [/\/removed-messages\//, 'removed'],
  [/\/files\/share$/, 'driveFile'],
  [/\/files/, 'file'],
  [/\/rules\//, 'rule'],
  [/\/signatures\//, 'signature'],
  [/\/domain-templates\/images\//, 'templateImage'],
  [/\/domain-templates\//, 'domainTemplate'],
  [/\/templates\//, 'template'],
  [/\/sessions\//, 'session'],
  [/\/app-passwords\//, 'appPassword'],
  [/\/passkeys\//, 'passkey'],
  [/\/sign-on-links\//, 'signOnLink'],
  [/\/people\//, 'person'],
  [/\/domains\/:domain\/links\//, 'share'],
];

const CONTACTS = '/api/contacts/v1/';
/** Of people of the same domain. */
const DIRECTORY = `${CONTACTS}directory/`;
/** Of what may be done to many contacts, the one that names a book to go to. */
const LATER = [
  ['until', '/api/v2/threads/snooze'],
  ['at', '/api/v2/threads/follow-up'],
];
const BULK = `${CONTACTS}bulk`;
const CALENDAR = '/api/calendar/v1/';
const KEEP_SENDER = '/api/v2/rules/keep';
const HELD_LINK = `${CONTACTS}held-link`;
const FORGET = `${CONTACTS}others/forget`;
const GROUP_KINDS: Record<string, Kind> = {
  group: 'group',
  member: 'groupMember',
  person: 'groupRequest',
  held: 'heldMessage',
};
const MERGES = '/api/v2/merges';
const MERGE_KINDS: Record<string, Kind> = {
  draft_id: 'draft',
  file_id: 'driveFile',
  drive_folder_id: 'driveFolder',
  share_ids: 'share',
};
const DRIVE = '/storage/v1/';
const DRIVE_KINDS: Record<string, Kind> = {
  folder_id: 'driveFolder',
  parent_id: 'driveFolder',
  version: 'driveVersion',
};

function kindOf(endpoint: Endpoint, field: string): Kind {
  if (endpoint.path.startsWith(DRIVE)) {
    if (/\/files\/(restore|delete)$/.test(endpoint.path)) return 'driveTrashed';
    if (/\/shares\/:id/.test(endpoint.path)) return 'share';
    if (endpoint.path.startsWith(`${DRIVE}uploads/`)) return 'driveUpload';
    if (endpoint.path.startsWith(`${DRIVE}copies/`)) return 'driveCopy';
    return DRIVE_KINDS[field] ?? 'driveFile';
  }
  if (endpoint.path.startsWith(MERGES)) return MERGE_KINDS[field] ?? 'merge';
  if (endpoint.path.includes('/rooms/:room') && field === 'room') return 'room';
  if (endpoint.path.includes('/rooms/:room') && field === 'event') return 'event';
  if (endpoint.path.includes('/groups/:group')) {
    const kind = GROUP_KINDS[field === 'ids' ? 'held' : field];
    if (kind) return kind;
  }
  if (endpoint.path.startsWith(CONTACTS)) {
    if (field === 'token') return 'heldLink';
    if (field === 'email') return 'correspondent';
    if (field === 'uid') return endpoint.path.includes('/import/') ? 'contactImport' : 'contactMerge';
    if (field === 'key') return 'contactPhoto';
    if (endpoint.path.startsWith(`${CONTACTS}bulk/`)) return 'contactBulk';
    if (field === 'book_id' || field === 'to_book_id' || endpoint.path.startsWith(`${CONTACTS}books/`))
      return 'contactBook';
    return /\/cards\/(restore|delete)$/.test(endpoint.path) ? 'contactTrashed' : 'contact';
  }
  if (endpoint.path.startsWith(CALENDAR)) {
    if (field === 'uid' && endpoint.path.startsWith(`${CALENDAR}import/`)) return 'calendarImport';
    if (endpoint.path.startsWith(`${CALENDAR}subscriptions/`)) return 'calendarSubscription';
    if (endpoint.path.startsWith(`${CALENDAR}links/`)) return 'calendarLink';
    if (field === 'calendar_id' || endpoint.path.startsWith(`${CALENDAR}calendars/`)) return 'calendar';
    if (endpoint.path.startsWith(`${CALENDAR}tasks/`)) return 'task';
    return /\/(restore|delete)$/.test(endpoint.path) ? 'eventTrashed' : 'event';
  }
  if (endpoint.path.includes('/cloud_drive/') && field === 'folder_id') return 'driveFolder';
  // Mail is restored from Trash only.
  if (endpoint.path.endsWith('/threads/restore') && field === 'folder_id') return 'trash';
  if (endpoint.path === '/api/v2/messages/:id' && endpoint.method !== 'GET' && field === 'id') return 'draft';
  if (isOfLabels(endpoint, field)) return 'label';
  const byField = KINDS_BY_FIELD[field];
  if (byField) return byField;
  const byAddress =
    field === 'id' || field === 'ids'
      ? KINDS_BY_ADDRESS.find(([path]) => path.test(endpoint.path))
      : undefined;
  if (byAddress) return byAddress[1];
  throw new Error(
    `${endpoint.method} ${endpoint.path}: what is '${field}' the id of? Say so in sample-calls.ts`,
  );
}

/** The input with other ids at one position; in a list, after the existing one. */
export function withForeignId(input: CallInput, place: IdPlace, foreign: OwnThings): CallInput {
  const copy = structuredClone(input);
  let holder: unknown = copy[place.part];
  for (const step of place.path.slice(0, -1)) holder = (holder as Record<string | number, unknown>)[step];
  const target = holder as Record<string | number, unknown>;
  const last = place.path.at(-1) as string | number;
  const id = foreign[place.kind];
  if (place.list === 'array') target[last] = [...(target[last] as string[]), id];
  else target[last] = place.list === 'commas' ? `${target[last]},${id}` : id;
  return copy;
}

/** Path and query of a call. */
export function addressOf(endpoint: Endpoint, input: Pick<CallInput, 'params' | 'query'>): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params[name] ?? ''),
  );
  const query = new URLSearchParams(input.query);
  return query.size > 0 ? `${path}?${query}` : path;
}
