import { buildMessage } from './build-message.ts';
import {
  dateInZone,
  intoOfficeHours,
  latestBeforeTet,
  latestYearly,
  mailDate,
  outOfTheNight,
  vietnamTime,
  vietnamZone,
} from './dates.ts';
import { factsFor } from './facts.ts';
import type { Contact, Matter, Turn, WorldAuth } from './message.ts';
import type { Posted } from './message-body.ts';
import { stableHash } from './mime.ts';
import { lanAnh, type Person, people } from './people.ts';
import { prng } from './prng.ts';

export type WorldMail = {
  /** Whose mailbox. */
  owner: string;
  /** INBOX, Sent, Drafts, Junk, Trash or the path of an own folder. */
  folder: string;
  /** Unix seconds. */
  receivedAt: number;
  raw: Buffer;
  read: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed?: boolean;
  auth?: WorldAuth;
};

type Slot = { matter: Matter; round: number; at: number };
type Sent = { turn: Turn; at: number; messageId: string; raw: Buffer; holders: Person[] };

const daySeconds = 86_400;
const yearSeconds = 365 * daySeconds;
const passed: WorldAuth = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };

/** What names no recipient is for `reader`. */
export function postMessages(matters: Matter[], reader: Contact, now: number): WorldMail[] {
  return schedule(matters, now)
    .flatMap((slot) => postConversation(slot, reader, now))
    .sort((a, b) => a.receivedAt - b.receivedAt);
}

/** The time of a slot is that of the conversation's last message. */
function schedule(matters: Matter[], now: number): Slot[] {
  const fixed: Slot[] = [];
  const spread: { matter: Matter; round: number; order: number }[] = [];
  for (const matter of matters) {
    const { timing, name } = matter;
    const rng = prng(`when ${name}`);
    const hour = rng.int(8, 16) + rng.next();
    switch (timing.kind) {
      case 'spread':
        for (let round = 0; round < timing.times; round++) {
          spread.push({ matter, round, order: (round + rng.next()) / timing.times });
        }
        break;
      case 'monthly':
        for (const [round, at] of lastMonths(now, timing.day, timing.times, hour).entries()) {
          fixed.push({ matter, round, at });
        }
        break;
      case 'yearly':
        fixed.push({ matter, round: 0, at: latestYearly(now, timing.month, timing.day, hour) });
        break;
      case 'beforeTet':
        fixed.push({ matter, round: 0, at: latestBeforeTet(now, timing.days, hour) });
        break;
      case 'ago':
        fixed.push({ matter, round: 0, at: now - Math.round(timing.hours * 3600) });
    }
  }
  spread.sort((a, b) => a.order - b.order);
  const dated = spread.map(({ matter, round }, i): Slot => {
    const share = (spread.length - i - 0.5) / spread.length;
    return { matter, round, at: Math.round(now - 1_500 - yearSeconds * 0.98 * share ** 1.9) };
  });
  return [...fixed, ...dated];
}

function lastMonths(now: number, day: number, times: number, hour: number): number[] {
  const { year, month } = dateInZone(now, vietnamZone);
  const months = Array.from({ length: times + 1 }, (_, back) => vietnamTime(year, month - back, day, hour));
  return months
    .filter((at) => at <= now)
    .slice(0, times)
    .reverse();
}

function postConversation({ matter, round, at: lastAt }: Slot, reader: Contact, now: number): WorldMail[] {
  const rng = prng(`post ${matter.name} ${round}`);
  const outline = matter.write(factsFor(matter.name, round, lastAt));
  const times = turnTimes(outline.turns, lastAt, now, matter, round);
  // Once more, now that it is known when the first message was written: dates in letters count from there.
  const { subject, turns } = matter.write(factsFor(matter.name, round, times[0] ?? lastAt));
  const sent: Sent[] = [];
  let quoted: Posted | null = null;
  let before: { turn: Turn; to: Contact[]; cc: Contact[] } | null = null;
  turns.forEach((turn, i) => {
    const at = times[i] ?? lastAt;
    const to: Contact[] = turn.to ?? (before ? [replyTarget(before, turn) ?? reader] : [reader]);
    const cc: Contact[] = turn.cc ?? (before ? others(before, turn, to) : []);
    const internal = housemates([turn.from, ...to, ...cc], matter.spoofed ? turn.from : null);
    const known = sent.filter((message) => internal.every((person) => message.holders.includes(person)));
    const replying = known.length > 0 && known.at(-1) === sent.at(-1);
    const messageId = `<${stableHash(`${matter.name} ${round} ${i}`)}@${turn.from.email.split('@')[1]}>`;
    const { raw, posted } = buildMessage({
      turn,
      to,
      cc,
      subject: turn.subject ?? (before ? withPrefix(subject, turn.from, replying) : subject),
      at,
      messageId,
      references: known.map((message) => message.messageId),
      quoted: turn.html || turn.undeliveredTo ? null : quoted,
      rawBefore: sent.at(-1)?.raw ?? null,
    });
    sent.push({ turn, at, messageId, raw, holders: internal });
    quoted = posted;
    before = { turn, to, cc };
  });
  const filed = now - lastAt > 21 * daySeconds && rng.chance(0.9);
  return sent.flatMap((message, i) =>
    fileCopies(message, sent.slice(i + 1), matter, filed, now, rng.chance(0.03)),
  );
}

/** Counted back from the last message, so that nothing lies in the future. */
function turnTimes(turns: Turn[], lastAt: number, now: number, matter: Matter, round: number): number[] {
  const rng = prng(`times ${matter.name} ${round}`);
  const settle = (at: number) => {
    const exact = matter.timing.kind === 'ago' || now - at < 20 * 3600;
    return exact ? outOfTheNight(at, rng) - rng.int(0, 50) : intoOfficeHours(at, rng);
  };
  const times: number[] = [];
  let at = settle(lastAt);
  for (const turn of turns.toReversed()) {
    times.unshift(at);
    at = settle(at - Math.round((turn.hoursAfter ?? 3) * 3600 * (0.8 + 0.4 * rng.next())) - 61);
  }
  return times;
}

function fileCopies(
  message: Sent,
  later: Sent[],
  matter: Matter,
  filed: boolean,
  now: number,
  star: boolean,
): WorldMail[] {
  const { turn, at, raw, messageId } = message;
  return message.holders.map((owner): WorldMail => {
    const mine = owns(owner, turn.from.email) && !matter.spoofed;
    const next = later[0];
    const answered = !mine && next !== undefined && owns(owner, next.turn.from.email) && !next.turn.draft;
    const seen = later.some((reply) => reply.holders.includes(owner));
    const rng = prng(`read ${owner.email} ${messageId}`);
    const base = {
      owner: owner.email,
      starred:
        owner.email === lanAnh.email && (matter.starred ? later.length === 0 : star && later.length === 0),
      answered,
      draft: false,
    };
    if (mine) {
      return {
        ...base,
        folder: turn.draft ? 'Drafts' : 'Sent',
        receivedAt: at,
        raw,
        read: true,
        draft: turn.draft === true,
      };
    }
    const receivedAt = Math.min(now, at + rng.int(2, 40));
    const inHouse = housemates([turn.from], null).length > 0;
    const auth = matter.auth ?? (inHouse ? undefined : passed);
    return {
      ...base,
      folder: folderFor(owner, matter, filed),
      receivedAt,
      raw: Buffer.concat([traceHeaders(owner, turn.from, messageId, receivedAt), raw]),
      read: seen || rng.chance(readShare(now - at, matter)),
      ...(matter.spoofed ? { spoofed: true } : {}),
      ...(auth ? { auth } : {}),
    };
  });
}

function folderFor(owner: Person, matter: Matter, filed: boolean): string {
  const { folder } = matter;
  if (folder === 'Junk' || folder === 'Trash') return folder;
  return folder && filed && owner.ownFolders.includes(folder) ? folder : 'INBOX';
}

function readShare(age: number, matter: Matter): number {
  if (matter.folder === 'Junk') return 0.3;
  if (matter.folder === 'Trash') return 0.8;
  if (age < daySeconds) return 0.3;
  if (age < 4 * daySeconds) return 0.65;
  if (age < 15 * daySeconds) return 0.92;
  return age < 90 * daySeconds ? 0.97 : 1;
}

function traceHeaders(owner: Person, sender: Contact, messageId: string, at: number): Buffer {
  const host = sender.email.split('@')[1];
  const gate = `mx.${owner.email.split('@')[1]}`;
  // 203.0.113.0/24 is kept for documentation.
  const ip = `203.0.113.${Number.parseInt(stableHash(host ?? '', 2), 16)}`;
  return Buffer.from(
    [
      `Return-Path: <${sender.email}>`,
      `Delivered-To: ${owner.email}`,
      `Received: from mail.${host} (mail.${host} [${ip}])\r\n\tby ${gate} with ESMTPS id ${stableHash(messageId, 12)}\r\n\tfor <${owner.email}>; ${mailDate(at, vietnamZone)}`,
      '',
    ].join('\r\n'),
  );
}

function replyTarget(before: { turn: Turn; to: Contact[] }, turn: Turn): Contact | undefined {
  const self = before.turn.from.email === turn.from.email;
  return self ? before.to[0] : before.turn.from;
}

function others(before: { turn: Turn; to: Contact[]; cc: Contact[] }, turn: Turn, to: Contact[]): Contact[] {
  const taken = new Set([turn.from, ...to].map(({ email }) => homeAddress(email)));
  return [before.turn.from, ...before.to, ...before.cc].filter(({ email }) => {
    const fresh = !taken.has(homeAddress(email));
    taken.add(homeAddress(email));
    return fresh;
  });
}

function withPrefix(subject: string, writer: Contact, replying: boolean): string {
  if (!replying) return `${writer.english ? 'Fwd' : 'Chuyển tiếp'}: ${subject}`;
  if (writer.client === 'outlook') return `RE: ${subject}`;
  return writer.client === 'legacy' ? `Trả lời: ${subject}` : `Re: ${subject}`;
}

function housemates(contacts: Contact[], except: Contact | null): Person[] {
  return people.filter((person) =>
    contacts.some((contact) => contact !== except && owns(person, contact.email)),
  );
}

function owns(person: Person, email: string): boolean {
  return person.email === email || person.aliases.includes(email);
}

function homeAddress(email: string): string {
  return people.find((person) => owns(person, email))?.email ?? email;
}
