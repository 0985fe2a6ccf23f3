import type { Place } from './place-folders.ts';

export type MailFlags = {
  seen: boolean;
  flagged: boolean;
  answered: boolean;
  draft: boolean;
  /** Marked to be deleted, which other programs keep in place until they tidy up. */
  deleted: boolean;
  /** It claims a sender that it does not come from. */
  spoofed?: boolean;
};

/** One message of a mailbox elsewhere, as little of it as a list of a million can hold. */
export type SourceMessage = {
  /** Tells it from all others of the source, at every reading; null where only its bytes do. */
  name: string | null;
  /** Unix seconds. */
  receivedAt: number;
  place: Place;
  size: number;
};

export type SourceProblem = { what: string; reason: string };

/** Mail elsewhere that is brought in: a Maildir or an mbox file. */
export type MailSource<Message extends SourceMessage = SourceMessage> = {
  name: string;
  /** By date. */
  messages: Message[];
  /** What could not even be listed. */
  problems: SourceProblem[];
  /** The bytes exactly as they are kept there, with their SHA-256 where it is known. */
  read(message: Message): Promise<{ raw: Buffer; flags: MailFlags; hash?: string }>;
  /** For telling which one it is. */
  describe(message: Message): string;
  close(): Promise<void>;
};

const YEAR_1980 = 315_532_800;
const DAY = 86_400;

/** Of several times that a message may have come in, the first that can be true. */
export function plausibleTime(now: number, ...times: (number | null | undefined)[]): number {
  const found = times.find((time) => time != null && time > YEAR_1980 && time <= now + DAY);
  return found == null ? now : Math.floor(found);
}

export function byTime(a: SourceMessage, b: SourceMessage): number {
  return a.receivedAt - b.receivedAt;
}
