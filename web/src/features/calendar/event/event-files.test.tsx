import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { loadCalendarWords } from '../../../i18n/calendar-words.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { EventFiles, hasFiles } from './event-files.tsx';

beforeAll(async () => {
  await loadCalendarWords();
  await speak('vi');
});

const EVENT: CalendarEvent = {
  ...{ id: 'e', calendar_id: 'own', revision: 1, original: '20261124T020000Z' },
  fields: fieldsOf('Họp', '2026-11-24', '09:00', {
    files: [
      { name: 'https://bank.example', url: 'https://docs.example/d/1', size: null },
      { name: 'Báo cáo.pdf', url: `${location.origin}/s/abc`, size: 2048 },
      { name: 'kịch bản', url: 'javascript:alert(1)', size: null },
    ],
  }),
  ...{ repeats_otherwise: false, organiser: null, attendees: [], my_answer: null },
  ...{ changed_at: 1, changed_by: null, trashed_at: null },
  enclosed: [{ name: 'trang.html', size: 10 }],
};

test('CL-202 files are shown with name and size, those elsewhere with where they lead, and bytes within are downloaded', async () => {
  await renderPart(<EventFiles event={EVENT} />);
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['https://bank.example', 'https://docs.example/d/1'],
    ['Báo cáo.pdf', `${location.origin}/s/abc`],
    ['trang.html', '/api/calendar/v1/events/e/files/0?original=20261124T020000Z'],
  ]);
  expect(screen.getByText('docs.example')).toBeDefined();
  expect(screen.getByText(readableSize(2048))).toBeDefined();
  expect(screen.getByRole('link', { name: 'Tải xuống trang.html' }).hasAttribute('download')).toBe(true);
  expect(hasFiles(EVENT)).toBe(true);
  expect(hasFiles({ ...EVENT, fields: fieldsOf('Họp', '2026-11-24', '09:00'), enclosed: [] })).toBe(false);
});

test.each([
  ['vi', 'không còn được chia sẻ'],
  ['en', 'no longer shared'],
] as const)('CL-240 a file that was revoked is no link, and says so in %s', async (language, words) => {
  await speak(language);
  await loadCalendarWords();
  await renderPart(<EventFiles event={{ ...EVENT, ended_files: [`${location.origin}/s/abc`] }} />);
  expect(screen.queryByRole('link', { name: 'Báo cáo.pdf' })).toBeNull();
  expect(screen.getByText(words)).toBeDefined();
});
