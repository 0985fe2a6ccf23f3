import { expect, test } from 'vitest';
import { organisationOf } from './organisation-of.ts';

test.each([
  ['ai@mail.vpp.com.vn', 'vpp.com.vn'],
  ['ai@VPP.example', 'vpp.example'],
  ['mailer-daemon@googlemail.com', 'gmail.com'],
  ['postmaster@hotmail.com', 'outlook.com'],
  ['postmaster@live.com', 'outlook.com'],
  ['mailer-daemon@mail.yahoo.com', 'yahoo.com'],
  ['ai@yahoo.com.vn', 'yahoo.com'],
  ['ai@gmail.com.vn', 'gmail.com.vn'],
])('the mail of %s is of %s', (address, organisation) => {
  expect(organisationOf(address)).toBe(organisation);
});
