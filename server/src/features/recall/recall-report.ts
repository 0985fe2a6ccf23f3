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
    outro: 'Bản gốc vẫn nằm trong Thư đã gửi.',
    recipient: 'Người nhận',
    result: 'Kết quả',
    outcomes: {
      removed: 'Đã thu hồi, người nhận chưa đọc',
      removed_read: 'Đã thu hồi, người nhận đã mở thư trước đó',
      kept_read: 'Không thu hồi vì người nhận đã đọc',
      already_deleted: 'Người nhận đã xóa thư này từ trước',
      outside: 'Không thu hồi được: hộp thư ngoài tổ chức',
      not_delivered: 'Thư chưa từng đến người nhận này',
      stopped: 'Đã dừng trước khi thư được gửi',
    },
  },
  en: {
    from: 'Bồ Câu',
    subject: (subject) => `Recall report: ${subject}`,
    untitled: '(no subject)',
    intro: 'Your message has been recalled. Results for each recipient:',
    outro: 'The original stays in Sent.',
    recipient: 'Recipient',
    result: 'Result',
    outcomes: {
      removed: 'Recalled before it was read',
      removed_read: 'Recalled; the recipient had already opened it',
      kept_read: 'Not recalled, because the recipient had already read it',
      already_deleted: 'The recipient had already deleted it',
      outside: 'Couldn’t be recalled: the mailbox is outside your organisation',
      not_delivered: 'The message never reached this recipient',
      stopped: 'Stopped before it was sent',
    },
  },
};

/** The message that reports to the sender the result of a recall for each recipient. */
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
