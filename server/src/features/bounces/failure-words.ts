import { UNSIGNED_REPLY } from '@bocau/contract/unsigned-mail.ts';
import { FOREIGN_SENDER } from '../../access/authorize.ts';
import type { Missed } from './bounces.store.ts';

type Words = {
  subject(subject: string): string;
  /** For a message that may have reached everyone. */
  unclearSubject(subject: string): string;
  untitled: string;
  failed: string;
  unclear: string;
  nothingLeft: string;
  nothingLeftFrom: string;
  inDrafts: string;
  inSent: string;
  attached: string;
  said: string;
  reasons: { unknown: string; full: string; unreachable: string; unsigned: string; refused: string };
};

export const WORDS: Record<'vi' | 'en', Words> = {
  vi: {
    subject: (subject) => `Không gửi được: ${subject}`,
    unclearSubject: (subject) => `Chưa rõ đã đến hay chưa: ${subject}`,
    untitled: '(không có chủ đề)',
    failed: 'Thư của bạn không đến được:',
    unclear: 'Chưa rõ thư đã đến hay chưa, nên Bồ Câu không tự gửi lại cho:',
    nothingLeft: 'Thư của bạn chưa được gửi đến ai vì có lỗi khi gửi.',
    nothingLeftFrom:
      'Thư của bạn chưa được gửi đến ai vì địa chỉ người gửi của thư không còn là của bạn. Chọn địa chỉ gửi khác.',
    inDrafts: 'Thư đã trở lại Thư nháp. Sửa rồi gửi lại khi sẵn sàng.',
    inSent: 'Thư nằm trong Thư đã gửi. Mở thư để xem từng người nhận và gửi lại.',
    attached: 'Bản gốc được đính kèm.',
    said: 'Phản hồi của máy chủ:',
    reasons: {
      unknown: 'Địa chỉ này không tồn tại.',
      full: 'Hộp thư của người nhận đã đầy.',
      unreachable: 'Không liên lạc được với máy chủ của người nhận.',
      unsigned: 'Máy chủ của Bồ Câu không ký được thư này.',
      refused: 'Máy chủ bên nhận không nhận thư này.',
    },
  },
  en: {
    subject: (subject) => `Not delivered: ${subject}`,
    unclearSubject: (subject) => `May not have arrived: ${subject}`,
    untitled: '(no subject)',
    failed: 'Your message couldn’t be delivered to:',
    unclear: 'We don’t know whether it arrived, so Bồ Câu won’t send it again automatically to:',
    nothingLeft: 'Your message wasn’t sent to anyone, because something went wrong while sending.',
    nothingLeftFrom:
      'Your message wasn’t sent to anyone, because its sender address is no longer yours. Choose another sender.',
    inDrafts: 'It’s back in Drafts. Edit it and send it again when you’re ready.',
    inSent: 'It’s in Sent. Open it to see each recipient and to send it again.',
    attached: 'The original is attached.',
    said: 'Server response:',
    reasons: {
      unknown: 'This address doesn’t exist.',
      full: 'The recipient’s mailbox is full.',
      unreachable: 'The recipient’s server couldn’t be reached.',
      unsigned: 'The Bồ Câu server couldn’t sign this message.',
      refused: 'The recipient’s server won’t accept this message.',
    },
  },
};

/** `error`: as the outbox keeps it. */
export function whyNothingLeft(words: Words, error: string | null): string {
  return error?.startsWith(FOREIGN_SENDER) ? words.nothingLeftFrom : words.nothingLeft;
}

/** The reason, and below it the reply of the other server. */
export function linesOf(words: Words, { email, state, code, reply }: Missed): string[] {
  if (state === 'unclear') return [email];
  const said = reply !== null && code !== null ? [`  ${words.said} ${reply}`] : [];
  return [`${email}: ${words.reasons[reasonOf(code, reply ?? '')]}`, ...said];
}

function reasonOf(code: number | null, reply: string): keyof Words['reasons'] {
  if (code === null) return UNSIGNED_REPLY.test(reply) ? 'unsigned' : 'unreachable';
  if (/user unknown|unknown user|no such user|does not exist|\b5\.1\.[126]\b/i.test(reply)) return 'unknown';
  return /mailbox (?:is )?full|over ?quota|quota exceeded|\b[45]\.2\.2\b/i.test(reply) ? 'full' : 'refused';
}
