import type { MailAddress } from '@bocau/contract/fields.ts';
import type { MessageRow } from '../messages/messages.store.ts';
import { senderDomain } from './compose-mail.ts';

/** Something that the program writes because of a message. */
type Answer = {
  from: MailAddress;
  to: MailAddress;
  subject: string;
  /** The message that it is about. */
  row: Pick<MessageRow, 'message_id_header' | 'refs'>;
  /** Unix seconds. */
  now: number;
  id: string;
};

const WRITABLE_ID = /^[\x21-\x7e]{1,900}$/;
const REFERENCES = 50;

/** From whom to whom, and to which message it belongs. */
export function answerHeader({ from, to, subject, row, now, id }: Answer) {
  const about = idOfOriginal(row);
  const chain = [...row.refs, ...(about === null ? [] : [about])].filter((one) => WRITABLE_ID.test(one));
  return {
    from: [{ name: from.name, address: from.email }],
    to: [{ name: to.name, address: to.email }],
    subject,
    'message-id': `<${id}@${senderDomain({ sender: from })}>`,
    date: new Date(now * 1000).toUTCString().replace('GMT', '+0000'),
    ...(about === null ? {} : { 'in-reply-to': `<${about}>` }),
    ...(chain.length === 0
      ? {}
      : {
          references: chain
            .slice(-REFERENCES)
            .map((one) => `<${one}>`)
            .join(' '),
        }),
  };
}

/** Null where the original has none that may be written into a header. */
export function idOfOriginal({ message_id_header: id }: Answer['row']): string | null {
  return id !== null && WRITABLE_ID.test(id) ? id : null;
}
