import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';
import { INVOICE_COLUMNS } from './invoice-columns.ts';
import { LIMITS } from './limits.ts';

/** The options of each setting, from which both the schemas and the client's screens are made. */
export const SETTING_OPTIONS = {
  item_per_page: [10, 20, 25, 50, 100],
  language: ['vi', 'en'],
  time_delay_send: [5, 10, 20, 30],
  inline_read_position: ['default', 'right', 'bottom'],
  remote_images: ['ask', 'always'],
  appearance: ['light', 'dark', 'system'],
  density: ['comfortable', 'compact'],
  pop3_delete: ['trash', 'archive', 'keep'],
  invitations_in_calendar: ['known', 'always', 'never'],
  swipe: ['delete', 'archive', 'read', 'snooze', 'star', 'nothing'],
} as const;

/** Characters that the element of an image may have. */
const IMAGE_TAG = 1_000;

/** At most so many senders are remembered; the oldest gives way. */
export const IMAGE_SENDERS = 100;

/** In percent. */
export const PREVIEW_SIZE = { min: 25, max: 75 } as const;

/** What of a signature counts against its limit: its images have limits of their own. */
export function signatureLength(html: string): number {
  return html.replace(/<img\b[^>]*>/gi, '').length;
}

export const INVOICE_PATTERN_LENGTH = 200;

/** HTML of a signature; its images are files of the mailbox. */
export const signatureText = z
  .string()
  .max(LIMITS.signatureLength + LIMITS.signatureImages * IMAGE_TAG)
  .refine((html) => signatureLength(html) <= LIMITS.signatureLength, 'is too long');

/** Which signature: the one of the settings, none, or the id of another one. */
export const signatureChoice = z.string().regex(/^(main|none|[0-9a-f-]{36})$/, 'is no signature');

/** What each setting may be: made by a call, so that the browser's build, which checks nothing, leaves it out. */
export const settingRules = /* @__PURE__ */ (() =>
  ({
    enable_use_signature: z.boolean(),
    enable_delay_send: z.boolean(),
    inline_read: z.boolean(),
    tracking: z.boolean(),
    notice_spam: z.boolean(),
    /** A line in the window names recipients outside. */
    warning_send_outside: z.boolean(),
    /** A question names them before each such message leaves. */
    ask_send_outside: z.boolean(),
    /** FU-14: a text that asks something has a reminder proposed, should nobody answer. */
    propose_follow_up: z.boolean(),
    item_per_page: z.literal(SETTING_OPTIONS.item_per_page),
    language: z.enum(SETTING_OPTIONS.language),
    /** HTML, sanitised when it is saved. */
    signature: signatureText,
    /** What the main signature is called; empty as the language has it. */
    signature_name: line(LIMITS.signatureNameLength),
    /** With which signature messages begin: `main`, `none`, or the id of another one. */
    signature_for_new: signatureChoice,
    signature_for_answers: signatureChoice,
    /** In seconds. */
    time_delay_send: z.literal(SETTING_OPTIONS.time_delay_send),
    /** `default` is no split. */
    inline_read_position: z.enum(SETTING_OPTIONS.inline_read_position),
    /** The name of an IANA time zone. */
    time_zone: z.string().max(64).refine(isTimeZone, 'no time zone that is known here'),
    remote_images: z.enum(SETTING_OPTIONS.remote_images),
    /** Whose images are always shown: addresses in lower case, one on each line. */
    image_senders: z
      .string()
      .max(IMAGE_SENDERS * 320)
      .refine(isListOfAddresses, 'no list of addresses'),
    appearance: z.enum(SETTING_OPTIONS.appearance),
    /** How close the rows of a list stand. */
    density: z.enum(SETTING_OPTIONS.density),
    /** What becomes of a message in the inbox that a mail program deletes by POP3. */
    pop3_delete: z.enum(SETTING_OPTIONS.pop3_delete),
    /** Whose invitations are in the calendar before they are answered: of colleagues, contacts and correspondents. */
    invitations_in_calendar: z.enum(SETTING_OPTIONS.invitations_in_calendar),
    /** Whether invoices are a room of their own, and cards above the messages that bring them. */
    show_invoices: z.boolean(),
    /** Columns of exported invoices, comma-separated; all where it is empty. */
    invoice_columns: z.string().max(400).refine(isListOfColumns, 'is no list of columns'),
    /** By which pattern exported files of invoices are named; the usual one where it is empty. */
    invoice_names: line(INVOICE_PATTERN_LENGTH),
    /** Whether the directory of the domain is a book on phones and in other programs (CardDAV). */
    directory_on_devices: z.boolean(),
    /** LH-2: a message at a sign-in from a device that is not known. */
    sign_in_alerts: z.boolean(),
    /** Whether lists show conversations, or each message by itself. */
    conversation_view: z.boolean(),
    /** TL-25: what drawing a row of a list to a side does, where it is touched. */
    swipe_left: z.enum(SETTING_OPTIONS.swipe),
    swipe_right: z.enum(SETTING_OPTIONS.swipe),
    /** The part of the screen that the split preview takes, in percent. */
    preview_size: z.number().int().min(PREVIEW_SIZE.min).max(PREVIEW_SIZE.max),
  }) as const)();

/** Sent with the settings, but not for the user to change. */
const fixedRules = {
  max_body_size: z.number().int(),
  domain: z.string(),
  enable_drive: z.boolean(),
  move_folder_api: z.literal(true),
  /** The days of the automatic reply that is on, as `2026-11-20/2026-11-27`, or `2026-11-20/..` without an end; else empty. */
  auto_reply: z.string(),
} as const;

export type SettingKey = keyof typeof settingRules;
export type ChosenSettings = { [Key in SettingKey]: z.infer<(typeof settingRules)[Key]> };
export type FixedSettings = { [Key in keyof typeof fixedRules]: z.infer<(typeof fixedRules)[Key]> };
export type Settings = ChosenSettings & FixedSettings;

export const DEFAULT_SETTINGS: ChosenSettings = {
  enable_use_signature: false,
  enable_delay_send: true,
  inline_read: true,
  tracking: false,
  notice_spam: true,
  warning_send_outside: true,
  ask_send_outside: false,
  propose_follow_up: true,
  item_per_page: 50,
  language: 'vi',
  signature: '',
  signature_name: '',
  signature_for_new: 'main',
  signature_for_answers: 'main',
  time_delay_send: 5,
  inline_read_position: 'default',
  time_zone: 'Asia/Ho_Chi_Minh',
  remote_images: 'ask',
  image_senders: '',
  appearance: 'system',
  density: 'comfortable',
  conversation_view: true,
  preview_size: 50,
  sign_in_alerts: true,
  directory_on_devices: true,
  pop3_delete: 'trash',
  invitations_in_calendar: 'known',
  show_invoices: true,
  invoice_columns: '',
  invoice_names: '',
  swipe_left: 'delete',
  swipe_right: 'read',
};

const settingKey = z.enum(Object.keys({ ...settingRules, ...fixedRules }) as (keyof Settings)[]);
const setting = z.object({ key: settingKey, value: z.union([z.boolean(), z.number(), z.string()]) });
export type Setting = z.infer<typeof setting>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/v2/settings',
  summary: 'All settings, defaults included',
  access: { before: ['choose_password', 'set_up_two_step'] },
  on: { mailbox: 'read' },
  data: z.array(setting),
  errors: [],
});

export const saveSettings = endpoint({
  method: 'POST',
  path: '/api/v2/settings',
  summary: 'Save settings, all that are given or none; answers all',
  access: 'session',
  on: { mailbox: 'manage' },
  body: z.array(setting).min(1).max(50),
  data: z.array(setting),
  errors: [],
});

/** The settings as one object, from the list in the response; what a server of the previous release lacks is as usual. */
export function settingsFromList(list: Setting[]): Settings {
  const given = Object.fromEntries(list.map(({ key, value }) => [key, value]));
  return { ...DEFAULT_SETTINGS, ...given } as Settings;
}

/** The addresses of `image_senders`. */
export function imageSenders(list: string): string[] {
  return list.split('\n').filter((address) => address !== '');
}

function isListOfColumns(list: string): boolean {
  const columns: readonly string[] = INVOICE_COLUMNS;
  const named = list.split(',');
  return (
    list === '' || (new Set(named).size === named.length && named.every((column) => columns.includes(column)))
  );
}

function isListOfAddresses(list: string): boolean {
  const addresses = imageSenders(list);
  return (
    addresses.length <= IMAGE_SENDERS &&
    addresses.every((address) => address === address.toLowerCase() && /^[^\s@]+@[^\s@]+$/.test(address))
  );
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
