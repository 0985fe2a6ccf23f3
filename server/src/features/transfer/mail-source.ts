import type { Place } from './place-folders.ts';

export type MailFlags = {
  seen: boolean;
  flagged: boolean;
  answered: boolean;
  draft: boolean;
  /** Marked as deleted, which other programs keep until they expunge. */
  deleted: boolean;
  /** It claims a false sender. */
  spoofed?: boolean;
};

/** One message of the source, in a form small enough for a list of a million. */
export type SourceMessage = {
  /** Identifies it within the source at every run; null when only its bytes do. */
  name: string | null;
  /** The message that it is a copy of, where an export of this product wrote it. */
  copyOf?: string | null;
  /** Unix seconds. */
  receivedAt: number;
  place: Place;
  size: number;
};

export type SourceProblem = { what: string; reason: string };

/** Mail to be imported: a Maildir or an mbox file. */
export type MailSource<Message extends SourceMessage = SourceMessage> = {
  name: string;
  /** By date. */
  messages: Message[];
  /** What could not even be listed. */
  problems: SourceProblem[];
  /** The exact stored bytes, with their SHA-256 if known, and the names of its labels there. */
  read(message: Message): Promise<{ raw: Buffer; flags: MailFlags; hash?: string; labels?: string[] }>;
  /** A label that identifies it to people. */
  describe(message: Message): string;
  close(): Promise<void>;
};

const YEAR_1980 = 315_532_800;
const DAY = 86_400;

/** The first plausible one of several received times. */
export function plausibleTime(now: number, ...times: (number | null | undefined)[]): number {
  const found = times.find((time) => time != null && time > YEAR_1980 && time <= now + DAY);
  return found == null ? now : Math.floor(found);
}

export function byTime(a: SourceMessage, b: SourceMessage): number {
  return a.receivedAt - b.receivedAt;
}
