import type { MailFile } from './mime.ts';

/** How a correspondent's program writes mail. `legacy` is an old Vietnamese one in windows-1258. */
export type Client = 'gmail' | 'outlook' | 'thunderbird' | 'phone' | 'legacy' | 'japanese' | 'utf16';

export type Contact = {
  name: string;
  email: string;
  client: Client;
  signature: string;
  english: boolean;
  /** Minutes east of Greenwich. */
  zone: number;
  logo?: MailFile;
};

export type Turn = {
  from: Contact;
  /** Default: the owner of the mailbox at first, then the one who wrote before. */
  to?: Contact[];
  /** Default in replies: everyone else who got the message before. */
  cc?: Contact[];
  text: string;
  files?: MailFile[];
  /** Working hours vary; this is the clock's distance from the turn before. */
  hoursAfter?: number;
  /** Instead of the conversation's subject with a reply prefix. */
  subject?: string;
  askReceipt?: boolean;
  /** Lies in the sender's drafts and was never sent. */
  draft?: boolean;
  /** A message designed in HTML, `text` being its plain alternative. */
  html?: string;
  headers?: string[];
  /** An iCalendar object, sent as an invitation. */
  calendar?: (turn: { at: number; uid: string }) => string;
  /** The turn before could not be delivered to this address, and this is the report. */
  undeliveredTo?: string;
};

export type AuthResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none';
export type WorldAuth = { spf: AuthResult; dkim: AuthResult; dmarc: AuthResult };

export type Conversation = { subject: string; turns: Turn[] };

export type Facts = {
  /** The n-th time this matter is written about, from 0. */
  round: number;
  year: number;
  month: number;
  /** Of the month, from 1. */
  week: number;
  quarter: number;
  /** The month before, as 'MM/YYYY'. */
  lastMonth: string;
  /** 'MM/YYYY' */
  thisMonth: string;
  /** 'MM' */
  nextMonth: string;
  /** 'DD/MM/YYYY', so many days after the first message. */
  day(offset?: number): string;
  englishDay(offset?: number): string;
  englishMonth(offset?: number): string;
  /** '128.500.000 đ' */
  vnd(min: number, max: number): string;
  usd(min: number, max: number): string;
  int(min: number, max: number): number;
  /** Some digits and capital letters. */
  lookupCode(): string;
  /** A different one each round, so that no two messages of a matter are alike. */
  each<T>(items: readonly T[]): T;
};

export type Timing =
  /** Spread over the year, more of them towards the present. */
  | { kind: 'spread'; times: number }
  /** On that day of each of the last so many months. */
  | { kind: 'monthly'; day: number; times: number }
  /** At the latest such date. */
  | { kind: 'yearly'; month: number; day: number }
  | { kind: 'beforeTet'; days: number }
  | { kind: 'ago'; hours: number };

export type Matter = {
  name: string;
  timing: Timing;
  /** Where received messages of this matter are filed once they are a few weeks old; Junk and Trash at once. */
  folder?: string;
  starred?: boolean;
  /** Pretends to come from a person of the house; the mail gate saw it. */
  spoofed?: boolean;
  auth?: WorldAuth;
  write(facts: Facts): Conversation;
};

export function talk(subject: string, ...turns: Turn[]): Conversation {
  return { subject, turns };
}

export function from(sender: Contact, text: string, more: Omit<Turn, 'from' | 'text'> = {}): Turn {
  return { from: sender, text: text.trim(), ...more };
}
