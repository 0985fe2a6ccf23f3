import type { SpamSymbol } from '@bocau/contract/sending.ts';

export type ScoredMessage = {
  subject: string;
  /** The writer's own words as text, without quotes. */
  text: string;
  recipients: string[];
};

type Hint = SpamSymbol & { found(outgoing: ScoredMessage): boolean };

const LONG_SUBJECT = 120;
/** Fewer letters than this are a code or an abbreviation, not shouting. */
const LETTERS_OF_A_SHOUT = 8;
const SHORT_TEXT = 200;

const URL = /\b(?:https?:\/\/|www\.)[^\s<>"']+/giu;
const ENCODED_BASE64 = /=\?[\w-]+\?b\?/iu;
const ENCODED_QUOTED = /=\?[\w-]+\?q\?/iu;
const FOREIGN_MONEY = /[$€£¥₿]\s?\d|\d\s?[$€£¥₿]|\b\d[\d.,]*\s?(?:usd|eur|btc|usdt)\b/iu;
const VIETNAMESE_MONEY = /\d[\d.,]*\s?(?:₫|đ|vnđ|vnd|tr|triệu|tỷ|đồng)(?![\p{L}\d])/iu;

/** Typical phrases of phishing, in both languages; two of them count. */
const PHISHING = [
  /xác (?:minh|thực|nhận) (?:lại )?(?:tài khoản|mật khẩu|thông tin)/iu,
  /tài khoản (?:của bạn )?(?:sẽ |đã )?bị (?:khóa|khoá|tạm ngưng|đình chỉ|vô hiệu)/iu,
  /(?:bấm|nhấn|nhấp|click) vào (?:đây|liên kết|link|đường dẫn)/iu,
  /(?:cập nhật|đổi|nhập lại) mật khẩu (?:ngay|trong vòng)/iu,
  /(?:mã|số) otp/iu,
  /trúng (?:thưởng|giải)/iu,
  /trong vòng \d+ (?:giờ|h|tiếng)\b/iu,
  /verify (?:your )?(?:account|password|identity|mailbox)/iu,
  /account (?:has been |will be |is )?(?:suspended|locked|disabled|limited)/iu,
  /click (?:here|the link|below)/iu,
  /(?:update|confirm|reset) your password (?:now|immediately|within)/iu,
  /within \d+ hours/iu,
  /you (?:have )?won\b/iu,
];
const PHRASES_OF_A_BAIT = 2;

/** Organisations that collect spam: a message to them looks like a report, or a filter test. */
const SECURITY_ORGANISATIONS =
  /^(?:abuse|phishing|spam|security|cert)@|@(?:[\w-]+\.)*(?:ais\.gov\.vn|ncsc\.gov\.vn|vncert\.vn|spamhaus\.org|abuse\.ch|spamcop\.net|kaspersky\.com|apwg\.org)$/iu;

/** rspamd's names where it has the same rule, so that one explanation serves both. */
const HINTS: Hint[] = [
  subject('EMPTY_SUBJECT', 1, 'The subject is empty', (text) => text.trim() === ''),
  subject('SUBJ_ALL_CAPS', 1.5, 'The subject is all capitals', isShouted),
  subject('LONG_SUBJ', 0.8, 'The subject is very long', (text) => text.length > LONG_SUBJECT),
  subject('SUBJECT_HAS_EXCLAIM', 0, 'The subject has an exclamation mark', (text) => count(text, '!') === 1),
  subject(
    'SUBJECT_MANY_EXCLAIM',
    0.8,
    'The subject has many exclamation marks',
    (text) => count(text, '!') > 1,
  ),
  subject('SUBJECT_HAS_QUESTION', 0, 'The subject has a question mark', (text) => count(text, '?') === 1),
  subject(
    'SUBJECT_MANY_QUESTION',
    0.5,
    'The subject has many question marks',
    (text) => count(text, '?') > 1,
  ),
  subject('SUBJECT_ENDS_SPACES', 0.3, 'The subject ends in spaces', (text) => /\S\s+$/u.test(text)),
  subject('SUBJECT_HAS_CURRENCY', 0.6, 'The subject mentions money', (text) => FOREIGN_MONEY.test(text)),
  // Every second Vietnamese offer states its price; that alone means nothing.
  subject('SUBJECT_HAS_DONG', 0, 'The subject mentions a price in dong', (text) =>
    VIETNAMESE_MONEY.test(text),
  ),
  subject('URL_IN_SUBJECT', 2, 'The subject has a link', (text) => urls(text).length > 0),
  subject('SUBJ_EXCESS_BASE64', 1, 'The subject is base64-encoded without need', (text) =>
    ENCODED_BASE64.test(text),
  ),
  subject('SUBJ_EXCESS_QP', 1, 'The subject is quoted-printable-encoded without need', (text) =>
    ENCODED_QUOTED.test(text),
  ),
  body('HAS_URL', 0, 'The message has a link', ({ text }) => urls(text).length > 0 && !isOnlyUrl(text)),
  body('BODY_URL_ONLY', 2, 'The message is only a link', ({ text }) => isOnlyUrl(text)),
  body('BODY_SINGLE_URL', 0.5, 'The message is one line and a link', ({ text }) => isOneLineWithUrl(text)),
  body('PHISHING_WORDS', 2.5, 'The text reads like an attempt to get a password', ({ subject, text }) => {
    const words = `${subject}\n${text}`;
    return PHISHING.filter((phrase) => phrase.test(words)).length >= PHRASES_OF_A_BAIT;
  }),
  body('RCPT_SECURITY_ORG', 0.5, 'A recipient is a security organisation', ({ recipients }) =>
    recipients.some((address) => SECURITY_ORGANISATIONS.test(address)),
  ),
];

/** The spam indicators of a message. A hint with the score 0 is shown as harmless. */
export function scoreMessage(outgoing: ScoredMessage): SpamSymbol[] {
  return HINTS.filter((hint) => hint.found(outgoing)).map(({ found: _, ...symbol }) => symbol);
}

function subject(
  name: string,
  score: number,
  description: string,
  found: (subject: string) => boolean,
): Hint {
  return { name, score, description, type: 'subject', found: (message) => found(message.subject) };
}

function body(name: string, score: number, description: string, found: Hint['found']): Hint {
  return { name, score, description, type: 'body', found };
}

function isShouted(text: string): boolean {
  const messages = text.match(/\p{L}/gu) ?? [];
  return messages.length >= LETTERS_OF_A_SHOUT && text === text.toUpperCase();
}

function isOnlyUrl(text: string): boolean {
  const rest = text.replace(URL, '').trim();
  return rest === '' && urls(text).length > 0;
}

function isOneLineWithUrl(text: string): boolean {
  const line = text.trim();
  return line.length <= SHORT_TEXT && !line.includes('\n') && urls(line).length === 1 && !isOnlyUrl(line);
}

function urls(text: string): string[] {
  return text.match(URL) ?? [];
}

function count(text: string, mark: string): number {
  return text.split(mark).length - 1;
}
