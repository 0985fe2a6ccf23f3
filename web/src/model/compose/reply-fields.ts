import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { readSubject } from '../mail/read-subject.ts';
import type { ComposeRecipient, Sender } from './compose-model.ts';
import { isUndisclosed, recipientOf, withoutDuplicates } from './recipient-text.ts';

export type AnswerAction = 'reply' | 'reply_all' | 'forward';

/** Reply and forward prefixes in both languages and of other mail programs, including counted ones. */
const MARK =
  /^(?:re|fw|fwd|aw|wg|sv|vs|antw|tr|trả lời|tra loi|chuyển tiếp|chuyen tiep)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*[:：]\s*/iu;

/**
 * The subject with exactly one prefix, however many the original had. The mark of an unconfirmed sender
 * (DM-4) is our own, and is removed, too.
 */
export function answerSubject(subject: string, action: AnswerAction): string {
  const next = (text: string) => readSubject(text.replace(MARK, '')).words;
  let rest = subject.normalize('NFC').trim();
  while (next(rest) !== rest) rest = next(rest);
  return `${action === 'forward' ? 'Fwd' : 'Re'}: ${rest}`;
}

type Targets = Record<'to' | 'cc', ComposeRecipient[]>;

/** The recipients of an answer. */
export function answerTargets(message: Message, action: AnswerAction, own: ReadonlySet<string>): Targets {
  if (action === 'forward') return { to: [], cc: [] };
  const isOwn = ({ email }: { email: string }) => own.has(email.toLowerCase());
  const recipients = (people: readonly MailAddress[]) =>
    withoutDuplicates(people.filter(({ email }) => email !== '' && !isUndisclosed(email)).map(recipientOf));
  const writer = message.reply_to.length > 0 ? message.reply_to : [message.from];
  const answered = isOwn(message.from) ? message.to : writer;
  if (action === 'reply') {
    const people = recipients(answered);
    // The user is a recipient only when there is no one else.
    const others = people.filter((person) => !isOwn(person));
    return { to: isOwn(message.from) && others.length > 0 ? others : people, cc: [] };
  }
  const to = recipients([...answered, ...message.to]).filter((person) => !isOwn(person));
  const inTo = new Set(to.map(({ email }) => email.toLowerCase()));
  const cc = recipients(message.cc).filter(
    (person) => !isOwn(person) && !inTo.has(person.email.toLowerCase()),
  );
  return to.length === 0 && cc.length === 0 ? { to: recipients(answered), cc } : { to, cc };
}

/** For an answer, the own address that the original was sent to or from; otherwise the default one. */
export function answerSender(message: Message | null, senders: readonly Sender[]): string {
  const named = message ? [...message.to, ...message.cc, ...message.bcc, message.from] : [];
  for (const { email } of named) {
    const sender = senders.find((other) => other.email.toLowerCase() === email.toLowerCase());
    if (sender) return sender.email;
  }
  return (senders.find((sender) => sender.default) ?? senders[0])?.email ?? '';
}

export function answerReferences(message: Message): { inReplyTo: string | null; references: string[] } {
  const id = message.message_id_header;
  return {
    inReplyTo: id,
    references: [...message.references, ...(id === null ? [] : [id])].slice(-100),
  };
}
