import { expect, test } from 'vitest';
import { askedQuestion } from './asked-question.ts';

test('FU-14 finds the words that ask something, in both languages', () => {
  const asked = {
    '<p>Chào chị,</p><p>Chị gửi giúp em báo giá được không?</p>': 'Chị gửi giúp em báo giá được không?',
    '<p>Em gửi hợp đồng. Nhờ anh ký giúp em.</p>': 'Nhờ anh ký giúp em.',
    '<div>Vui lòng xác nhận trước thứ Sáu.</div>': 'Vui lòng xác nhận trước thứ Sáu.',
    '<p>Hi,<br>please confirm the date.</p>': 'please confirm the date.',
    '<p>Let us know what you think</p>': 'Let us know what you think',
  };
  for (const [body, words] of Object.entries(asked)) expect(askedQuestion(body)).toBe(words);
  expect(askedQuestion(`<p>${'rất dài '.repeat(20)}không?</p>`)).toHaveLength(60);
});

test('FU-14 finds none in what only tells, in a quote, in a signature and in an address', () => {
  const told = [
    '<p>Cảm ơn anh, em đã nhận được.</p>',
    '<p>Đã xong.</p><blockquote><p>Bao giờ xong?</p></blockquote>',
    '<p>Đã xong.</p><div data-signature><p>Bạn cần hỗ trợ?</p></div>',
    '<p>https://bocau.example/?</p>',
    '',
  ];
  for (const body of told) expect(askedQuestion(body)).toBeNull();
});
