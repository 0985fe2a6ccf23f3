import type { MailAddress } from '@bocau/contract/fields.ts';
import MimeNode from 'nodemailer/lib/mime-node';
import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { answerHeader, idOfOriginal } from '../../mail/outbox/answer-header.ts';
import { senderDomain } from '../../mail/outbox/compose-mail.ts';

export type Receipt = {
  /** The reader, by the address that the message was sent to. */
  from: MailAddress;
  to: MailAddress;
  row: Pick<MessageRow, 'subject' | 'message_id_header' | 'refs'>;
  language: 'vi' | 'en';
  /** Unix seconds. */
  now: number;
  id: string;
};

const WORDS = {
  vi: {
    subject: (subject: string) => `Đã đọc: ${subject}`,
    untitled: '(không có chủ đề)',
    text: (who: string, subject: string) => [
      `${who} đã mở thư “${subject}” của bạn và gửi xác nhận này.`,
      '',
      'Xác nhận cho biết thư đã được hiện trên màn hình, không có nghĩa là người nhận đã đọc hết hay đồng ý với nội dung.',
    ],
  },
  en: {
    subject: (subject: string) => `Read: ${subject}`,
    untitled: '(no subject)',
    text: (who: string, subject: string) => [
      `${who} has opened your message “${subject}” and sends this receipt.`,
      '',
      'It says that the message was displayed, not that all of it was read or agreed to.',
    ],
  },
} as const;

/** A standard read receipt (RFC 8098, 3), sent at the user's request. */
export function writeReceipt({ from, to, row, language, now, id }: Receipt): AsyncIterable<Uint8Array> {
  const words = WORDS[language];
  const subject = row.subject.trim() === '' ? words.untitled : row.subject;
  const host = senderDomain({ sender: from });
  const about = idOfOriginal(row);
  const root = new MimeNode('multipart/report; report-type=disposition-notification', { newline: 'win' });
  root.setHeader(answerHeader({ from, to, subject: words.subject(subject), row, now, id }));
  root
    .createChild('text/plain; charset=utf-8')
    .setHeader('content-transfer-encoding', 'base64')
    .setContent(`${words.text(from.name || from.email, subject).join('\r\n')}\r\n`);
  root
    .createChild('message/disposition-notification')
    .setHeader('content-transfer-encoding', '7bit')
    .setContent(
      [
        `Reporting-UA: ${host}; Bo Cau`,
        `Final-Recipient: rfc822; ${from.email.slice(0, from.email.lastIndexOf('@'))}@${host}`,
        ...(about === null ? [] : [`Original-Message-ID: <${about}>`]),
        'Disposition: manual-action/MDN-sent-manually; displayed',
        '',
      ].join('\r\n'),
    );
  return root.createReadStream();
}
