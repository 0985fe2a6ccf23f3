import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { OwedMessage } from '../../calendar/scheduling/owed-messages.ts';
import { meetingMail } from './write-meeting-mail.ts';

const GUEST = { name: 'Minh', email: 'minh@saomai.example' };
const ZONE = 'Asia/Ho_Chi_Minh';
const AN = { name: 'An', email: 'an@saomai.example' };

async function mailOf(lines: string[], language: 'vi' | 'en' = 'en'): Promise<string> {
  const source = Buffer.from(
    [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'METHOD:REQUEST', 'BEGIN:VEVENT'],
      ...['UID:one@saomai.example', 'DTSTAMP:20261120T030000Z', 'SUMMARY:Budget', ...lines],
      ...[
        `ORGANIZER:mailto:${AN.email}`,
        `ATTENDEE:mailto:${GUEST.email}`,
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ],
    ].join('\r\n'),
  );
  const message: OwedMessage = {
    ...{ method: 'REQUEST', from: AN.email, to: [GUEST], source },
    ...{ about: null, isUpdate: false, handedOverBy: null },
  };
  const now = Date.UTC(2026, 10, 20, 3) / 1000;
  const mail = meetingMail({
    ...{ message, from: AN, to: [GUEST], language, zone: ZONE, now, messageId: 'one@saomai.example' },
  });
  return text(mail);
}

/** Out of the quoted-printable form. */
function quoted(body: string): string {
  return decodeURIComponent(
    body
      .replaceAll('=\r\n', '')
      .replaceAll('%', '%25')
      .replaceAll(/=(?=[0-9A-F]{2})/g, '%'),
  );
}

async function subjectOf(lines: string[]): Promise<string> {
  const [, header = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(await mailOf(lines)) ?? [];
  return header.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=(?:\r\n[ \t])?/g, (_, encoded: string) =>
    decodeURIComponent(encoded.replaceAll('_', ' ').replaceAll('=', '%')),
  );
}

test.each([
  [['DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000', 'DURATION:PT1H'], '24 Nov, 09:00 GMT+7'],
  [['DTSTART;TZID=Asia/Ho_Chi_Minh:20270104T090000', 'DURATION:PT1H'], '4 Jan 2027, 09:00 GMT+7'],
  [['DTSTART:20261124T090000', 'DURATION:PT1H'], '24 Nov, 09:00'],
  [['DTSTART:20261124T180000Z', 'DURATION:PT1H'], '25 Nov, 01:00 GMT+7'],
  [['DTSTART;VALUE=DATE:20261124'], '24 Nov'],
  [['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261127'], '24 Nov – 26 Nov'],
])('CL-265 the subject has the title first, and shortly when it is (%j)', async (lines, when) => {
  expect(await subjectOf(lines)).toBe(`Invitation: Budget (${when})`);
});

test.each([
  ['FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20261224T020000Z', 'every week on Tuesday and Thursday, until 24/12/2026'],
  ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'every 3 days, 10 times'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'every month on day 15'],
  ['FREQ=YEARLY', 'every year'],
])('CL-256 an invitation says how the event repeats (%s)', async (rule, words) => {
  const start = 'DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000';
  expect(await mailOf([start, 'DURATION:PT1H', `RRULE:${rule}`])).toContain(
    `This event repeats ${words}.\r\n`,
  );
});

test.each([
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU', 'cứ 2 tuần vào Thứ Ba'],
  ['FREQ=MONTHLY;BYDAY=2MO', 'mỗi tháng vào Thứ Hai thứ hai trong tháng'],
])('CL-256 … in Vietnamese (%s)', async (rule, words) => {
  const start = 'DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000';
  const mail = await mailOf([start, 'DURATION:PT1H', `RRULE:${rule}`], 'vi');
  const bodies = mail.split('\r\n\r\n').map((body) => quoted(body));
  expect(bodies.join('')).toContain(`Cuộc hẹn này lặp lại ${words}.`);
});

test('CL-257 what a program wrote in UTC is told by the clock of who sends it, with its zone', async () => {
  const mail = await mailOf(['DTSTART:20261124T180000Z', 'DURATION:PT1H']);
  expect(quoted(mail)).toContain('Wednesday, 25 November 2026, 01:00 – 02:00 (Asia/Ho_Chi_Minh, GMT+7)');
});
