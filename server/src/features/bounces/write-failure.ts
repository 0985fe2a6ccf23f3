import { encodeWords } from 'nodemailer/lib/mime-funcs';
import type { Missed } from './bounces.store.ts';
import { linesOf, WORDS, whyNothingLeft } from './failure-words.ts';

type Failure = {
  id: string;
  /** Unix seconds. */
  at: number;
  sender: { email: string; name: string; domain: string };
  language: 'vi' | 'en';
  subject: string;
  /** Why nothing of it could leave. */
  error: string | null;
  inDrafts: boolean;
  missed: Missed[];
};

/** The sent message, complete or only its header. */
type Original = { type: 'message/rfc822' | 'text/rfc822-headers'; source: AsyncIterable<Uint8Array> };

/** The message about a failed one, as a standard delivery report (RFC 3464). */
export async function* writeFailure(failure: Failure, original: Original | null): AsyncIterable<Uint8Array> {
  const { id, at, sender, language, missed } = failure;
  const words = WORDS[language];
  const boundary = `=_${id}`;
  const isUnclear = missed.length > 0 && missed.every(({ state }) => state === 'unclear');
  const title = failure.subject.trim() === '' ? words.untitled : failure.subject;
  const subject = isUnclear ? words.unclearSubject(title) : words.subject(title);
  const open = (type: string) => ['', `--${boundary}`, `Content-Type: ${type}`];
  yield lines([
    `From: ${encodeWords('Bồ Câu', 'B', 52)} <postmaster@${sender.domain}>`,
    `To: <${sender.email}>`,
    `Subject: ${encodeWords(oneLine(subject), 'B', 52).replaceAll('?= =?', '?=\r\n =?')}`,
    `Date: ${new Date(at * 1000).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <failure-${id}-${at}@${sender.domain}>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    ...open('text/plain; charset=utf-8'),
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(textOf(failure, original !== null))
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    ...open('message/delivery-status'),
    '',
    `Reporting-MTA: dns; ${sender.domain}`,
    ...missed.flatMap(statusOf),
  ]);
  if (original) {
    yield lines([...open(original.type), 'Content-Transfer-Encoding: 8bit', '']);
    yield* original.source;
  }
  yield lines(['', `--${boundary}--`]);
}

function textOf({ language, error, missed, inDrafts }: Failure, isAttached: boolean): string {
  const words = WORDS[language];
  const part = (state: Missed['state'], intro: string) => {
    const people = missed.filter((one) => one.state === state);
    return people.length === 0 ? [] : [intro, '', ...people.flatMap((one) => linesOf(words, one)), ''];
  };
  return [
    ...(missed.length === 0 ? [whyNothingLeft(words, error), ''] : []),
    ...part('failed', words.failed),
    ...part('unclear', words.unclear),
    inDrafts ? words.inDrafts : words.inSent,
    ...(isAttached ? [words.attached] : []),
  ].join('\r\n');
}

/** For programs, an unclear outcome is not a failure. */
function statusOf({ email, state, code, reply }: Missed): string[] {
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reply ?? '')?.[0];
  const failed = state === 'failed';
  return [
    '',
    `Final-Recipient: rfc822; ${oneLine(email)}`,
    `Action: ${failed ? 'failed' : 'delayed'}`,
    `Status: ${enhanced ?? (failed ? '5.0.0' : '4.4.2')}`,
    ...(reply !== null && code !== null ? [`Diagnostic-Code: smtp; ${withCode(code, oneLine(reply))}`] : []),
  ];
}

/** A reason of our own is formatted like a reply, without its code. */
function withCode(code: number, reply: string): string {
  return reply.startsWith(String(code)) ? reply : `${code} ${reply}`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

function lines(all: string[]): Buffer {
  return Buffer.from(all.map((line) => `${line}\r\n`).join(''));
}
