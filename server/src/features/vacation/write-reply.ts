import { domainToASCII } from 'node:url';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import MimeNode from 'nodemailer/lib/mime-node';
import type { MessageRow } from '../../mail/messages/messages.store.ts';

type AutomaticReply = {
  from: MailAddress;
  to: string;
  rule: Pick<VacationRule, 'subject' | 'body'>;
  /** The message that is answered. */
  row: Pick<MessageRow, 'subject' | 'message_id_header' | 'refs'>;
  /** Unix seconds. */
  now: number;
  id: string;
};

const WRITABLE_ID = /^[\x21-\x7e]{1,900}$/;
const REFERENCES = 50;

/** RFC 3834 (3.1): programs see that no person wrote it, and people to which message it belongs. */
export function writeReply({ from, to, rule, row, now, id }: AutomaticReply): AsyncIterable<Uint8Array> {
  const domain = from.email.slice(from.email.lastIndexOf('@') + 1);
  const host = domainToASCII(domain) || domain;
  const original = row.message_id_header;
  const about = original !== null && WRITABLE_ID.test(original) ? original : null;
  const chain = [...row.refs, ...(about === null ? [] : [about])].filter((one) => WRITABLE_ID.test(one));
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' });
  node.setHeader({
    from: [{ name: from.name, address: from.email }],
    to: [{ name: '', address: to }],
    subject: rule.subject.trim() || `Auto: ${row.subject}`,
    'message-id': `<${id}@${host}>`,
    date: new Date(now * 1000).toUTCString().replace('GMT', '+0000'),
    'auto-submitted': 'auto-replied',
    // Programs that do not know the field above know one of these.
    'x-auto-response-suppress': 'All',
    precedence: 'bulk',
    'content-transfer-encoding': 'base64',
    ...(about === null ? {} : { 'in-reply-to': `<${about}>` }),
    ...(chain.length === 0
      ? {}
      : {
          references: chain
            .slice(-REFERENCES)
            .map((one) => `<${one}>`)
            .join(' '),
        }),
  });
  node.setContent(`${rule.body.replace(/\r\n?|\n/g, '\r\n').trimEnd()}\r\n`);
  return node.createReadStream();
}
