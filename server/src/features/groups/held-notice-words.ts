import { HELD_DAYS } from '@bocau/contract/held-messages.ts';
import { escapeHtml } from '../../platform/mime/text-as-html.ts';

type Named = { from: { email: string; name: string }; subject: string; link: string };
type Person = { email: string; name: string };
type About = {
  group: { address: string };
  named: Named[];
  /** More wait than are named. */
  more: boolean;
  /** Who asks to join. */
  requests: Person[];
  /** Members elsewhere whose mail came back, and who get nothing any more. */
  suspended: string[];
  /** The page of the group for its keepers. */
  page: string;
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
  asked: (people: string) => string;
  suspended: (addresses: string) => string;
  page: string;
};

/** What keepers of a group are told of the messages and people that wait for them. */
export const noticeWords = {
  vi: (about: About) => notice(about, vi(about)),
  en: (about: About) => notice(about, en(about)),
} as const;

const vi = ({ group: { address }, named, requests }: About): Words => ({
  subject:
    named.length > 0
      ? `Có thư chờ duyệt gửi tới ${address}`
      : requests.length > 0
        ? `Có người xin vào nhóm ${address}`
        : `Có thành viên của ${address} không nhận được thư`,
  lead: `Những thư sau gửi tới ${address} từ người chưa được phép gửi. Bạn là người trông coi nhóm này, nên bạn quyết định có chuyển thư cho thành viên hay không.`,
  noSubject: '(không có tiêu đề)',
  from: (sender) => `Từ ${sender}`,
  button: 'Xem và quyết định',
  more: 'Còn thư khác đang chờ.',
  foot: [
    `Thư không ai quyết định trong ${HELD_DAYS} ngày sẽ bị bỏ. Người gửi không được báo gì.`,
    'Đừng chuyển tiếp thư này: ai có liên kết đều quyết định được thay bạn.',
  ],
  asked: (people) => `Xin vào nhóm ${address}: ${people}.`,
  suspended: (addresses) =>
    `Ngừng gửi thư của nhóm ${address} tới: ${addresses}. Nhiều thư liền đã bị trả lại. Muốn gửi tiếp, hãy thêm lại địa chỉ đó vào nhóm.`,
  page: 'Mở trang của nhóm',
});

const en = ({ group: { address }, named, requests }: About): Words => ({
  subject:
    named.length > 0
      ? `Mail to ${address} waits for approval`
      : requests.length > 0
        ? `Someone asks to join ${address}`
        : `Members of ${address} do not get their mail`,
  lead: `These messages to ${address} are from people who may not write to it. You are a keeper of this group, so you decide whether its members get them.`,
  noSubject: '(no subject)',
  from: (sender) => `From ${sender}`,
  button: 'Review',
  more: 'More messages are waiting.',
  foot: [
    `What nobody decides on within ${HELD_DAYS} days is dropped. Senders are told nothing.`,
    'Do not forward this message: whoever has a link can decide in your name.',
  ],
  asked: (people) => `Asking to join ${address}: ${people}.`,
  suspended: (addresses) =>
    `Mail of ${address} is no longer sent to: ${addresses}. Several messages in a row came back. To send again, add that address to the group again.`,
  page: 'Open the page of the group',
});

function notice({ named, more, requests, suspended, page }: About, words: Words): Notice {
  const items = named.map(({ from, subject, link }) => ({
    subject: subject || words.noSubject,
    sender: words.from(nameOf(from)),
    link,
  }));
  const opening = items.length > 0 ? [words.lead] : [];
  const closing = [
    ...(more ? [words.more] : []),
    ...(items.length > 0 ? words.foot : []),
    ...(requests.length > 0 ? [words.asked(requests.map(nameOf).join(', '))] : []),
    ...(suspended.length > 0 ? [words.suspended(suspended.join(', '))] : []),
  ];
  return {
    subject: words.subject,
    text: [
      ...opening.flatMap((line) => [line, '']),
      ...items.flatMap((item) => [item.subject, item.sender, `${words.button}: ${item.link}`, '']),
      ...closing,
      '',
      `${words.page}: ${page}`,
    ],
    html: [
      ...opening.map(paragraph),
      ...items.map(
        (item) =>
          `<p style="margin:0 0 20px"><b>${escapeHtml(item.subject)}</b><br>${escapeHtml(item.sender)}<br>` +
          `<a href="${escapeHtml(item.link)}" style="${BUTTON}">${escapeHtml(words.button)}</a></p>`,
      ),
      ...closing.map(paragraph),
      `<p><a href="${escapeHtml(page)}">${escapeHtml(words.page)}</a></p>`,
    ].join('\r\n'),
  };
}

function nameOf({ name, email }: Person): string {
  return name === '' ? email : `${name} <${email}>`;
}

const BUTTON =
  'display:inline-block;margin-top:8px;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none';

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
}
