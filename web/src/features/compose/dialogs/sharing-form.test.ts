import { expect, test } from 'vitest';
import { faultOfSharing, lastSendAt, newPassword, type SharingForm } from './sharing-form.ts';

const NOW = new Date(2026, 10, 20, 9).getTime() / 1000;
const FORM: SharingForm = {
  permission: 'READ',
  usesPassword: true,
  password: 'abcd-1234',
  usesEnd: true,
  end: '2026-12-20',
};
const AROUND = { needsPassword: false, now: NOW, last: NOW, endless: false, latest: null as string | null };

test.each([
  ['as it is', {}, {}, null],
  ['a password of seven', { password: '1234567' }, {}, 'passwordShort'],
  ['a password of eight', { password: '12345678' }, {}, null],
  ['none though none is wanted', { usesPassword: false, password: '' }, {}, null],
  [
    'none though one is needed',
    { usesPassword: false, password: '' },
    { needsPassword: true },
    'passwordShort',
  ],
  ['a day that is over', { end: '2026-11-19' }, {}, 'endPast'],
  ['no day', { end: '' }, {}, 'endPast'],
  ['no end', { usesEnd: false, end: '' }, {}, null],
  ['no end, where the organisation wants one', { usesEnd: false }, { latest: '2026-12-01' }, 'endLate'],
  [
    'a message without a last send, where the organisation wants an end',
    { usesEnd: false },
    { last: null, endless: true, latest: '2026-12-01' },
    'needsEnd',
  ],
  ['a message without a last send', { usesEnd: false }, { last: null, endless: true }, null],
  ['an end later than the organisation allows', { end: '2099-01-01' }, { latest: '2026-12-01' }, 'endLate'],
  ['an end before the last send', {}, { last: NOW + 40 * 86_400 }, 'endBeforeSend'],
] as const)('SH-3 SH-4 %s', (_, form, around, fault) => {
  expect(faultOfSharing({ ...FORM, ...form }, { ...AROUND, ...around })).toBe(fault);
});

test('SH-3 a proposed password is long enough, and each another one', () => {
  const made = Array.from({ length: 50 }, newPassword);
  for (const password of made) expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect(new Set(made).size).toBe(50);
});

test('the last send of each way', () => {
  expect(lastSendAt({ type: 'send' }, NOW)).toEqual({ at: NOW, endless: false });
  expect(lastSendAt({ type: 'schedule', at: NOW + 60 }, NOW).at).toBe(NOW + 60);
  const last = (end: object) => lastSendAt({ type: 'period', rule: end as never }, NOW);
  expect(last({ end_day: '2026-12-01' })).toEqual({
    at: new Date(2026, 11, 2).getTime() / 1000 - 1,
    endless: false,
  });
  expect(last({ end_after: 3 })).toEqual({ at: null, endless: false });
  expect(last({})).toEqual({ at: null, endless: true });
});
