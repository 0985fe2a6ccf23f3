import type { MailAddress } from '@bocau/contract/fields.ts';
import { WRITTEN_STYLE } from '@bocau/contract/mail-html.ts';
import type { Settings } from '@bocau/contract/settings.ts';
import { shownAt } from '@bocau/contract/zoned-time.ts';
import { shownSubject } from '../../mail/mailbox/shown-subject.ts';
import type { DraftFile, QuoteFacts } from '../../mail/messages/draft-rows.store.ts';
import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { withoutRefusalLinks } from '../../mail/outbox/refusal-link.ts';
import { wordsToIndex } from '../../mail/search-index/search-vector.ts';
import { contentIdsIn } from '../../platform/mime/describe-files.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { mailLimits } from '../../platform/mime/mail-limits.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { escapeHtml } from '../../platform/mime/text-as-html.ts';
import type { QuotedText } from '../../platform/mime/worker-messages.ts';

/** An original as it is quoted, what it is found by, and the images that it shows. */
export type Quote = { html: string; words: string; images: DraftFile[] };

export type QuoteParser = Pick<MailParser, 'cleanHtml' | 'quoteText'>;
export type Reader = Pick<Settings, 'language' | 'time_zone'>;

const WORDS = {
  vi: {
    wrote: (time: string, day: string, who: string) => `Vào lúc ${time} ngày ${day}, ${who} đã viết:`,
    forwarded: 'Thư được chuyển tiếp',
    from: 'Người gửi',
    date: 'Ngày',
    subject: 'Chủ đề',
    to: 'Đến',
    cc: 'Cc',
    cut: 'Phần sau của thư gốc đã được lược bớt vì quá dài',
  },
  en: {
    wrote: (time: string, day: string, who: string) => `On ${day} at ${time}, ${who} wrote:`,
    forwarded: 'Forwarded message',
    from: 'From',
    date: 'Date',
    subject: 'Subject',
    to: 'To',
    cc: 'Cc',
    cut: 'The rest of the original is too long and was left out',
  },
};

const QUOTE_STYLE = 'margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex';
/** Of these names other mail programs know what to fold. */
const QUOTE_CLASS = 'gmail_quote';
const HEAD_CLASS = 'gmail_attr';

/** A message as an answer quotes it, or as it is forwarded, in the language and at the time of day of who writes. */
export async function makeQuote(
  { parser }: { parser: QuoteParser },
  original: MessageRow,
  action: 'reply' | 'reply_all' | 'forward',
  reader: Reader,
): Promise<Quote> {
  const { html: body, words: ownWords, isCut } = await readBody(parser, original);
  const quoted = withoutRefusalLinks(body);
  const inside = isCut ? `${quoted}<div>[${WORDS[reader.language].cut}]</div>` : quoted;
  const isForward = action === 'forward';
  const head = isForward ? forwardHead(original, reader) : replyHead(original, reader);
  const below = isForward
    ? `<div><br></div><div>${inside}</div>`
    : `<blockquote type="cite" class="${QUOTE_CLASS}" style="${QUOTE_STYLE}">${inside}</blockquote>`;
  // The empty line is between it and what is written above.
  const html = `<div class="${QUOTE_CLASS}" style="${WRITTEN_STYLE}"><div><br></div><div class="${HEAD_CLASS}">${head}</div>${below}</div>`;
  const shown = contentIdsIn(html);
  const images = (original.attachments ?? [])
    .filter((file) => file.content_id !== null && shown.has(file.content_id))
    .map((file) => ({ ...file, message_id: original.id }));
  const words = wordsToIndex(`${htmlToText(head, mailLimits.searchCharacters)} ${ownWords}`);
  return { html, words, images };
}

async function readBody(parser: QuoteParser, original: MessageRow): Promise<QuotedText> {
  const body = original.body ?? '';
  return original.body_is_html ? { ...(await parser.cleanHtml(body)), isCut: false } : parser.quoteText(body);
}

/** What is kept of it, besides itself. */
export function factsOf({ html, words, images }: Quote): QuoteFacts {
  const shown = images.flatMap(({ content_id }) => content_id ?? []);
  return { bytes: Buffer.byteLength(html), words, images: shown };
}

function replyHead({ sent_at, sender }: MessageRow, reader: Reader): string {
  const { time, day } = wallClock(sent_at, reader.time_zone);
  return escapeHtml(WORDS[reader.language].wrote(time, day, named(sender)));
}

function forwardHead(original: MessageRow, reader: Reader): string {
  const words = WORDS[reader.language];
  const { time, day } = wallClock(original.sent_at, reader.time_zone);
  const { to, cc } = original.headers;
  const lines: [string, string][] = [
    [words.from, named(original.sender)],
    [words.date, `${time}, ${day}`],
    // What reads like our own mark would say to others what we have not found.
    [words.subject, shownSubject(original.subject, false)],
    [words.to, to.map(named).join(', ')],
    [words.cc, cc.map(named).join(', ')],
  ];
  return [
    `---------- ${words.forwarded} ----------`,
    ...lines
      .filter(([name, value]) => name !== words.cc || value !== '')
      .map(([name, value]) => `<b>${name}:</b> ${escapeHtml(value)}`),
  ].join('<br>');
}

function named({ name, email }: MailAddress): string {
  return name === '' || name === email ? email : `${name} <${email}>`;
}

function wallClock(at: number, timeZone: string): { time: string; day: string } {
  const [date = '', clock = ''] = new Date(shownAt(at * 1000, timeZone)).toISOString().split('T');
  return { time: clock.slice(0, 5), day: date.split('-').reverse().join('/') };
}
