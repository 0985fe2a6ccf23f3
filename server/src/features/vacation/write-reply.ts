import type { MailAddress } from '@bocau/contract/fields.ts';
import MimeNode from 'nodemailer/lib/mime-node';
import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { answerHeader } from '../../mail/outbox/answer-header.ts';

type AutomaticReply = {
  from: MailAddress;
  to: string;
  subject: string;
  body: string;
  /** The answered message. */
  row: Pick<MessageRow, 'message_id_header' | 'refs'>;
  /** Unix seconds. */
  now: number;
  id: string;
};

/** RFC 3834 (3.1): marks the reply as automatic for programs, and refers to the answered message. */
export function writeReply({
  from,
  to,
  subject,
  body,
  row,
  now,
  id,
}: AutomaticReply): AsyncIterable<Uint8Array> {
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' });
  node.setHeader({
    ...answerHeader({
      ...{ from, subject, row, now, id },
      to: { name: '', email: to },
    }),
    'auto-submitted': 'auto-replied',
    // Programs that do not know the field above know one of these.
    'x-auto-response-suppress': 'All',
    precedence: 'bulk',
    'content-transfer-encoding': 'base64',
  });
  node.setContent(`${body.replace(/\r\n?|\n/g, '\r\n').trimEnd()}\r\n`);
  return node.createReadStream();
}
