import { expect, it } from 'vitest';
import { type ScoredMessage, scoreMessage } from './score-message.ts';

const GOOD: ScoredMessage = {
  subject: 'Báo giá văn phòng phẩm tháng 11',
  text: 'Chào chị Lan Anh,\n\nEm gửi chị báo giá như đã trao đổi.\n\nTrân trọng,\nQuân',
  recipients: ['lan.anh@saomai.example'],
};

/** Names and scores of the findings when the message is changed this way. */
function found(change: Partial<ScoredMessage>): Record<string, number> {
  return Object.fromEntries(scoreMessage({ ...GOOD, ...change }).map(({ name, score }) => [name, score]));
}

it('SP-3 finds nothing in ordinary mail', () => {
  expect(scoreMessage(GOOD)).toEqual([]);
  expect(found({ subject: 'Re: HĐ 2026/HĐ-SM' })).toEqual({});
});

it.each([
  ['', 'EMPTY_SUBJECT'],
  ['  ', 'EMPTY_SUBJECT'],
  ['KHUYẾN MÃI LỚN NHẤT NĂM', 'SUBJ_ALL_CAPS'],
  ['a'.repeat(121), 'LONG_SUBJ'],
  ['Nhanh tay!!', 'SUBJECT_MANY_EXCLAIM'],
  ['Thật không??', 'SUBJECT_MANY_QUESTION'],
  ['Báo giá  ', 'SUBJECT_ENDS_SPACES'],
  ['Kiếm $500 mỗi ngày', 'SUBJECT_HAS_CURRENCY'],
  ['Nhận 100 USDT', 'SUBJECT_HAS_CURRENCY'],
  ['Xem www.khuyenmai.example', 'URL_IN_SUBJECT'],
  ['=?UTF-8?B?WGluIGNow6Bv?=', 'SUBJ_EXCESS_BASE64'],
  ['=?utf-8?q?Xin_ch=C3=A0o?=', 'SUBJ_EXCESS_QP'],
])('SP-4 warns of the subject %j', (subject, name) => {
  const hints = scoreMessage({ ...GOOD, subject });
  expect(hints).toContainEqual(expect.objectContaining({ name, type: 'subject' }));
  expect(hints.find((hint) => hint.name === name)?.score).toBeGreaterThan(0);
});

it.each([
  ['Anh về chưa?', 'SUBJECT_HAS_QUESTION'],
  ['Chúc mừng năm mới!', 'SUBJECT_HAS_EXCLAIM'],
  ['Báo giá 15.000.000đ', 'SUBJECT_HAS_DONG'],
  ['Đề nghị thanh toán 2,5 triệu', 'SUBJECT_HAS_DONG'],
])('SP-3 SP-4 tells of %j and does not worry', (subject, name) => {
  expect(found({ subject })).toEqual({ [name]: 0 });
});

it.each([
  ['https://bit.example/a1', 'BODY_URL_ONLY'],
  ['Xem tại https://bit.example/a1 nhé', 'BODY_SINGLE_URL'],
  ['Tài khoản của bạn sẽ bị khóa.\nBấm vào đây để xác minh tài khoản.', 'PHISHING_WORDS'],
  ['Your account has been suspended.\nClick here to verify your account.', 'PHISHING_WORDS'],
])('SP-5 warns of the text %j', (text, name) => {
  expect(found({ text })[name]).toBeGreaterThan(0);
});

it('SP-5 does not take one phrase for a bait, nor a link for a danger', () => {
  const text = 'Chị bấm vào đây để xem hợp đồng:\nhttps://saomai.example/hd\n\nEm cảm ơn.';
  expect(found({ text })).toEqual({ HAS_URL: 0 });
});

it('SP-5 knows recipients that study spam', () => {
  expect(found({ recipients: ['canhbao@ncsc.gov.vn'] })).toHaveProperty('RCPT_SECURITY_ORG');
  expect(found({ recipients: ['abuse@vpp.example'] })).toHaveProperty('RCPT_SECURITY_ORG');
  expect(found({ recipients: ['ncsc.gov.vn@vpp.example'] })).toEqual({});
});

it('SP-2 gives scores of one decimal', () => {
  for (const { score } of scoreMessage({ ...GOOD, subject: 'KIẾM $500 NGAY!!', text: 'www.a.example' })) {
    expect(score).toBe(Math.round(score * 10) / 10);
  }
});
