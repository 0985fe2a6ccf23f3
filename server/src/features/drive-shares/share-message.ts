import type { MailAddress } from '@bocau/contract/fields.ts';
import MailComposer from 'nodemailer/lib/mail-composer';
import { escapeHtml } from '../../platform/mime/text-as-html.ts';

export type ShareMessage = {
  sender: MailAddress;
  to: MailAddress[];
  language: 'vi' | 'en';
  /** The names of the shared entries. */
  names: string[];
  link: string;
  hasPassword: boolean;
  /** The last day of the share in the local format; null without an end. */
  lastDay: string | null;
  /** Unix seconds. */
  now: number;
  /** Without angle brackets. */
  messageId: string;
};

const NAMES_SHOWN = 20;

const WORDS = {
  vi: {
    subject: (name: string) => `Chia sẻ với bạn: ${name}`,
    subjectMany: (name: string, more: number) => `Chia sẻ với bạn: ${name} và ${more} mục khác`,
    intro: 'Tôi chia sẻ với bạn:',
    more: (count: number) => `và ${count} mục khác`,
    open: 'Mở tệp được chia sẻ',
    password: 'Nếu liên kết hỏi mật khẩu, tôi sẽ báo cho bạn bằng cách khác.',
    until: (day: string) => `Liên kết có hiệu lực đến hết ${day}.`,
  },
  en: {
    subject: (name: string) => `Shared with you: ${name}`,
    subjectMany: (name: string, more: number) => `Shared with you: ${name} and ${more} more`,
    intro: 'I am sharing this with you:',
    more: (count: number) => `and ${count} more`,
    open: 'Open what is shared',
    password: 'If the link asks for a password, I will tell you it separately.',
    until: (day: string) => `The link works until the end of ${day}.`,
  },
} as const;

/** The message to those with whom something is shared. It never contains the password (SH-1). */
export function shareMessage(message: ShareMessage): AsyncIterable<Uint8Array> {
  const { sender, to, now, messageId } = message;
  return new MailComposer({
    from: { name: sender.name, address: sender.email },
    to: to.map(({ name, email }) => ({ name, address: email })),
    subject: subjectOf(message),
    messageId: `<${messageId}>`,
    date: new Date(now * 1000),
    text: textOf(message),
    html: htmlOf(message),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .createReadStream();
}

function subjectOf({ language, names }: ShareMessage): string {
  const [first = ''] = names;
  const words = WORDS[language];
  return names.length === 1 ? words.subject(first) : words.subjectMany(first, names.length - 1);
}

/** The lines below the link. */
function notesOf({ language, hasPassword, lastDay }: ShareMessage): string[] {
  const words = WORDS[language];
  return [...(hasPassword ? [words.password] : []), ...(lastDay === null ? [] : [words.until(lastDay)])];
}

function listed({ language, names }: ShareMessage): string[] {
  const more = names.length - NAMES_SHOWN;
  return more > 0 ? [...names.slice(0, NAMES_SHOWN), WORDS[language].more(more)] : names;
}

function textOf(message: ShareMessage): string {
  const { intro, open } = WORDS[message.language];
  const names = listed(message).map((name) => `- ${name}`);
  return [intro, '', ...names, '', `${open}: ${message.link}`, '', ...notesOf(message), ''].join('\n');
}

function htmlOf(message: ShareMessage): string {
  const { intro, open } = WORDS[message.language];
  const names = listed(message).map((name) => `<li>${escapeHtml(name)}</li>`);
  const notes = notesOf(message).map((note) => `<p>${escapeHtml(note)}</p>`);
  return [
    `<p>${intro}</p>`,
    `<ul>${names.join('')}</ul>`,
    `<p><a href="${escapeHtml(message.link)}">${open}</a></p>`,
    ...notes,
  ].join('');
}
