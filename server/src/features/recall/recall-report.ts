import MailComposer from 'nodemailer/lib/mail-composer';
import type { Outcome, RecalledRecipient } from './recall.store.ts';

type Report = {
  sender: { email: string; name: string; domain: string };
  language: 'vi' | 'en';
  subject: string;
  recipients: RecalledRecipient[];
  outboxId: string;
  now: number;
};

type Words = {
  from: string;
  subject(subject: string): string;
  untitled: string;
  intro: string;
  outro: string;
  recipient: string;
  result: string;
  outcomes: Record<Outcome, string>;
};

const WORDS: Record<'vi' | 'en', Words> = {
  vi: {
    from: 'Bồ Câu',
    subject: (subject) => `Kết quả thu hồi: ${subject}`,
    untitled: '(không có chủ đề)',
    intro: 'Đã thu hồi xong thư của bạn. Kết quả với từng người nhận:',
    outro: 'Bản gốc vẫn nằm trong thư mục Đã gửi của bạn.',
    recipient: 'Người nhận',
    result: 'Kết quả',
    outcomes: {
      removed: 'Đã thu hồi, người nhận chưa đọc',
      removed_read: 'Đã thu hồi, người nhận đã mở thư trước đó',
      kept_read: 'Không thu hồi vì người nhận đã đọc',
      already_deleted: 'Người nhận đã xóa thư này từ trước',
      outside: 'Không thu hồi được: hộp thư ở ngoài tổ chức',
      not_delivered: 'Thư chưa từng đến được người nhận này',
      stopped: 'Đã dừng lại trước khi thư rời đi',
    },
  },
  en: {
    from: 'Bồ Câu',
    subject: (subject) => `Recall report: ${subject}`,
    untitled: '(no subject)',
    intro: 'Your mail has been recalled. What came of it at each recipient:',
    outro: 'The original is still in your Sent folder.',
    recipient: 'Recipient',
    result: 'Result',
    outcomes: {
      removed: 'Removed before it was read',
      removed_read: 'Removed; it had been opened before',
      kept_read: 'Not removed, because it had been read',
      already_deleted: 'The recipient had deleted it already',
      outside: 'Out of reach: the mailbox is outside of the organisation',
      not_delivered: 'The mail never reached this recipient',
      stopped: 'Stopped before it left',
    },
  },
};

/** The mail that tells the sender what a recall came to at each recipient. */
export function writeReport({
  sender,
  language,
  subject,
  recipients,
  outboxId,
  now,
}: Report): Promise<Buffer> {
  const words = WORDS[language];
  const lines = recipients.map(({ email, name, outcome }) => ({
    who: name === '' ? email : `${name} <${email}>`,
    what: words.outcomes[outcome ?? 'outside'],
  }));
  const composer = new MailComposer({
    from: { name: words.from, address: `postmaster@${sender.domain}` },
    to: { name: sender.name, address: sender.email },
    subject: words.subject(subject.trim() === '' ? words.untitled : subject),
    date: new Date(now * 1000),
    messageId: `<recall-${outboxId}@${sender.domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: [words.intro, '', ...lines.map(({ who, what }) => `${who}: ${what}`), '', words.outro].join('\n'),
    html: `<p>${words.intro}</p><table border="1" cellpadding="6" cellspacing="0" style="border-collapse:collapse">
<tr><th align="left">${words.recipient}</th><th align="left">${words.result}</th></tr>
${lines.map(({ who, what }) => `<tr><td>${escapeHtml(who)}</td><td>${what}</td></tr>`).join('\n')}
</table><p>${words.outro}</p>`,
  });
  return composer.compile().build();
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
