import type { GroupCopies, Traced } from '@bocau/contract/admin-mail.ts';
import { expect, test } from 'vitest';
import { createSay } from '../../../i18n/say.ts';
import { adminMail } from '../../../i18n/vi/admin-mail.ts';
import { vi } from '../../../i18n/vi.ts';
import { viLater } from '../../../i18n/vi-later.ts';
import { destinationWords, replyWords } from './reply-words.ts';
import { copiesWords, traceWords } from './trace-words.ts';

const t = createSay('vi', { ...vi, ...viLater, folders: vi.folders, adminMail });

const TRACED: Traced = {
  at: 0,
  event: 'received',
  message_id: null,
  sender: null,
  recipient: null,
  client: null,
  folder: null,
  rule: null,
  verdict: null,
  code: null,
  said: null,
};
const GONE = '019aa0e2-7f2c-7abc-8def-0123456789ab';

test.each<[Partial<Traced>, string]>([
  [{ client: 'lmtp 127.0.0.1' }, 'từ 127.0.0.1 (LMTP)'],
  [{ client: 'group ketoan@saomai.example' }, 'qua nhóm ketoan@saomai.example'],
  [{ client: 'local' }, 'từ trong hệ thống'],
  [{ folder: 'INBOX' }, 'thư mục Hộp thư đến'],
  [{ folder: 'Junk' }, 'thư mục Thư rác'],
  [{ folder: 'Hợp đồng' }, 'thư mục Hợp đồng'],
  [{ folder: GONE }, 'thư mục đã xóa'],
  [{ rule: 'auto_mark_spam' }, 'vì người nhận chặn người gửi này'],
  [{ rule: 'Khách quen' }, 'theo bộ lọc “Khách quen”'],
  [{ rule: GONE }, 'theo một bộ lọc không tên hoặc đã xóa'],
  [{ verdict: 'forged' }, 'người gửi giả mạo'],
  [{ verdict: 'spam ' }, 'bị xếp là thư rác'],
  [
    { verdict: 'spam BAYES_SPAM KLMS' },
    'bị xếp là thư rác (Nội dung giống những thư đã bị báo là thư rác, KLMS)',
  ],
  [{ event: 'refused', code: 550, said: '5.1.1 No such mailbox here' }, 'Không có hộp thư này (550)'],
  [{ event: 'refused', code: 554, said: '5.7.1 Something new' }, '554 5.7.1 Something new'],
  [{ event: 'failed', code: 552, said: 'mailbox full' }, 'Hộp thư đầy (552)'],
  [
    { event: 'failed', code: 552, said: '552 5.2.2 mailbox full' },
    'Máy chủ nơi nhận trả lời: “552 5.2.2 mailbox full”',
  ],
  [{ event: 'held', said: 'The sender is suspended' }, 'Người gửi bị tạm ngưng gửi thư'],
  [
    { event: 'held', said: 'The sender is held by an@sao.example: complaints' },
    'Giữ theo người gửi, bởi an@sao.example: complaints',
  ],
  [{ event: 'accepted', said: 'send' }, ''],
])('%o is said in the reader’s language', (given, words) => {
  expect(traceWords(t, { ...TRACED, ...given }).join(' · ')).toBe(words);
});

test.each([
  [null, 'connect ECONNREFUSED 203.0.113.9:25', 'Không kết nối được tới máy chủ nơi nhận'],
  [
    null,
    'mx.away.example has not answered, and is left alone for a while',
    'Máy chủ nơi nhận không trả lời, sẽ thử lại sau',
  ],
  [
    null,
    'The key s1, which signs the mail of saomai.example, could not be read',
    'Máy chủ này không ký được thư vì không đọc được khóa ký',
  ],
  [null, 'DNS does not answer: ESERVFAIL', 'Máy chủ tên miền không trả lời'],
  [
    null,
    'Held automatically after mail to 6 recipients elsewhere within an hour; an administrator can release it',
    'Tự động giữ vì gửi cho quá nhiều người nhận bên ngoài trong một giờ',
  ],
  [
    null,
    'Held automatically after mail to 6 recipients within a day whom their servers refused; an administrator can release it',
    'Tự động giữ vì trong một ngày có quá nhiều địa chỉ người nhận không tồn tại',
  ],
  [null, 'Something odd', 'Lỗi: “Something odd”'],
  [451, '451 4.7.1 Greylisted', 'Máy chủ nơi nhận trả lời: “451 4.7.1 Greylisted”'],
])('what an attempt came to, %s %s, is said or quoted', (code, said, words) => {
  expect(replyWords(t, code, said)).toBe(words);
});

test('the relay has a name', () => {
  expect(['relay', 'away.example'].map((each) => destinationWords(t, each))).toEqual([
    'máy chủ trung gian (relay)',
    'away.example',
  ]);
});

test('GR-84 the copies of a message to a group are counted by what became of them, with the reasons', () => {
  const NOBODY = { sent: 0, waiting: 0, held: 0, failed: 0, unclear: 0, suspended: 0, not_begun: 0 };
  const copies: GroupCopies = {
    finished_at: 1,
    kept_here: null,
    people: { filed: 12, known: 1, refused: 2, waiting: 0 },
    elsewhere: { ...NOBODY, sent: 3, failed: 1 },
    reasons: [
      { event: 'mailbox_full', code: null, said: null, count: 2 },
      { event: 'failed', code: 550, said: '550 5.1.1 No such user', count: 1 },
      { event: 'trying', code: 451, said: '451 4.7.1 Greylisted', count: 1 },
    ],
  };
  expect(copiesWords(t, copies)).toEqual([
    'Thành viên ở đây: 12 đã vào hộp thư, 1 đã có thư này, 2 không vào hộp thư',
    'Thành viên nơi khác: 3 đã gửi, 1 không gửi được',
    'Hộp thư đầy (2)',
    'Không gửi được (1): Máy chủ nơi nhận trả lời: “550 5.1.1 No such user”',
    'Đang chờ gửi (1): Máy chủ nơi nhận trả lời: “451 4.7.1 Greylisted”',
  ]);
  const running: GroupCopies = {
    ...copies,
    finished_at: null,
    kept_here: 'spam',
    elsewhere: NOBODY,
    reasons: [],
  };
  expect(copiesWords(t, { ...running, people: { filed: 0, known: 0, refused: 0, waiting: 0 } })).toEqual([
    'Đang chia cho các thành viên',
    'Thành viên ở đây: không có ai',
    'Thành viên nơi khác: không gửi, vì bị xếp là thư rác',
  ]);
});
