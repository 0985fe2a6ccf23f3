import { HELD_DAYS } from '@bocau/contract/held-messages.ts';
import { escapeHtml } from '../../platform/mime/text-as-html.ts';

type Named = { from: { email: string; name: string }; subject: string; link: string };
type About = {
  group: { address: string };
  named: Named[];
  /** More wait than are named. */
  more: boolean;
};
type Notice = { subject: string; text: string[]; html: string };
type Words = {
  subject: string;
  lead: string;
  noSubject: string;
  from: (sender: string) => string;
  button: string;
  more: string;
  foot: string[];
};

/** What keepers of a group are told of the messages that wait for them. */
export const noticeWords = {
  vi: (about: About) => notice(about, vi(about)),
  en: (about: About) => notice(about, en(about)),
} as const;

const vi = ({ group }: About): Words => ({
  subject: `Có thư chờ duyệt gửi tới ${group.address}`,
  lead: `Những thư sau gửi tới ${group.address} từ người chưa được phép gửi. Bạn là người trông coi nhóm này, nên bạn quyết định có chuyển thư cho thành viên hay không.`,
  noSubject: '(không có tiêu đề)',
  from: (sender) => `Từ ${sender}`,
  button: 'Xem và quyết định',
  more: 'Còn thư khác đang chờ. Xem tất cả trong Danh bạ, mục Nhóm của công ty.',
  foot: [
    `Thư không ai quyết định trong ${HELD_DAYS} ngày sẽ bị bỏ. Người gửi không được báo gì.`,
    'Đừng chuyển tiếp thư này: ai có liên kết đều quyết định được thay bạn.',
  ],
});

const en = ({ group }: About): Words => ({
  subject: `Mail to ${group.address} waits for approval`,
  lead: `These messages to ${group.address} are from people who may not write to it. You are a keeper of this group, so you decide whether its members get them.`,
  noSubject: '(no subject)',
  from: (sender) => `From ${sender}`,
  button: 'Review',
  more: 'More messages are waiting. See all of them in Contacts, under Company groups.',
  foot: [
    `What nobody decides on within ${HELD_DAYS} days is dropped. Senders are told nothing.`,
    'Do not forward this message: whoever has a link can decide in your name.',
  ],
});

function notice({ named, more }: About, words: Words): Notice {
  const items = named.map(({ from, subject, link }) => ({
    subject: subject || words.noSubject,
    sender: words.from(from.name === '' ? from.email : `${from.name} <${from.email}>`),
    link,
  }));
  const { lead, button, foot } = words;
  const closing = [...(more ? [words.more] : []), ...foot];
  return {
    subject: words.subject,
    text: [
      ...[lead, ''],
      ...items.flatMap((item) => [item.subject, item.sender, `${button}: ${item.link}`, '']),
      ...closing,
    ],
    html: [
      paragraph(lead),
      ...items.map(
        (item) =>
          `<p style="margin:0 0 20px"><b>${escapeHtml(item.subject)}</b><br>${escapeHtml(item.sender)}<br>` +
          `<a href="${escapeHtml(item.link)}" style="${BUTTON}">${escapeHtml(button)}</a></p>`,
      ),
      ...closing.map(paragraph),
    ].join('\r\n'),
  };
}

const BUTTON =
  'display:inline-block;margin-top:8px;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none';

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}
