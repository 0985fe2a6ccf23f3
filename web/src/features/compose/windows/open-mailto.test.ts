import { expect, it } from 'vitest';
import { prefillFromMailto } from '../../../model/compose/mailto.ts';
import { mailtoOf } from './open-mailto.ts';

it('RT-6 reads to, cc, bcc, subject and body, as parameters and as a whole mailto address', () => {
  const given = {
    to: 'ha.pham@saomai.example,minh@saomai.example',
    cc: 'dung@saomai.example',
    bcc: 'an@saomai.example',
    subject: 'Báo giá & lịch giao 100%',
    body: 'Chào chị,\nem gửi báo giá.',
  };
  expect(prefillFromMailto(mailtoOf(`?${new URLSearchParams(given)}`))).toEqual(given);
  const whole = 'mailto:ha.pham@saomai.example?subject=B%C3%A1o%20gi%C3%A1';
  expect(prefillFromMailto(mailtoOf(`?url=${encodeURIComponent(whole)}`))).toMatchObject({
    to: 'ha.pham@saomai.example',
    subject: 'Báo giá',
  });
});
