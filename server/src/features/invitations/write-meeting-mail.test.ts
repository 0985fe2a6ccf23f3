import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { OwedMessage } from '../../calendar/scheduling/owed-messages.ts';
import { meetingMail } from './write-meeting-mail.ts';

const GUEST = { name: 'Minh', email: 'minh@saomai.example' };
const AN = { name: 'An', email: 'an@saomai.example' };

async function subjectOf(lines: string[]): Promise<string> {
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
    ...{ message, from: AN, to: [GUEST], language: 'en', now, messageId: 'one@saomai.example' },
  });
  const [, header = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(await text(mail)) ?? [];
  return header.replaceAll(/=\?UTF-8\?Q\?(.*?)\?=(?:\r\n[ \t])?/g, (_, encoded: string) =>
    decodeURIComponent(encoded.replaceAll('_', ' ').replaceAll('=', '%')),
  );
}

test.each([
  [['DTSTART;TZID=Asia/Ho_Chi_Minh:20261124T090000', 'DURATION:PT1H'], '24 Nov, 09:00 GMT+7'],
  [['DTSTART;TZID=Asia/Ho_Chi_Minh:20270104T090000', 'DURATION:PT1H'], '4 Jan 2027, 09:00 GMT+7'],
  [['DTSTART:20261124T090000', 'DURATION:PT1H'], '24 Nov, 09:00'],
  [['DTSTART;VALUE=DATE:20261124'], '24 Nov'],
  [['DTSTART;VALUE=DATE:20261124', 'DTEND;VALUE=DATE:20261127'], '24 Nov – 26 Nov'],
])('CL-265 the subject has the title first, and shortly when it is (%j)', async (lines, when) => {
  expect(await subjectOf(lines)).toBe(`Invitation: Budget (${when})`);
});
