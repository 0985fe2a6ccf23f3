import { expect, test } from 'vitest';
import { refusesReplies } from './refuses-replies.ts';

const withField = (field: string) =>
  Buffer.from(`From: a@b.example\r\n${field}\r\nSubject: x\r\n\r\nList-Id: no\r\n`);

test.each([
  'List-Id: <tin.b.example>',
  'List-Unsubscribe: <mailto:x@b.example>',
  'List-Help: <https://b.example>',
  'Precedence: bulk',
  'Precedence: junk',
  'precedence: List',
  'Auto-Submitted: auto-generated',
  'Auto-Submitted: auto-replied (vacation)',
  'X-Auto-Response-Suppress: DR, OOF, AutoReply',
  'X-Auto-Response-Suppress: All',
  'X-Autoreply: yes',
  'X-Loop: a@b.example',
  'Return-Path: <>',
  'Content-Type: multipart/report; report-type=delivery-status',
])('VA-6 no program answers a message with %s', (field) => {
  expect(refusesReplies(withField(field))).toBe(true);
});

test.each([
  'Auto-Submitted: no',
  'Precedence: normal',
  'X-Auto-Response-Suppress: DR, RN',
  'Return-Path: <a@b.example>',
  'Content-Type: multipart/mixed; boundary=report',
  'X-Note: list',
])('VA-6 a message with %s may be answered', (field) => {
  expect(refusesReplies(withField(field))).toBe(false);
});
