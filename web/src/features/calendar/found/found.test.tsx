import { ApiError } from '@bocau/contract/client.ts';
import { act, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  learnWords('en', { calendar: english });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});

const world = () =>
  createFakeCalendar([{ id: 'run', fields: fieldsOf('Chạy bộ với Lan', '2026-11-20', '06:00') }]);

describe.each([
  [
    'vi',
    {
      none: 'Không tìm thấy sự kiện nào',
      one: 'Tìm thấy 1 sự kiện',
      results: 'Kết quả cho “lan”',
      trash: 'Thùng rác của lịch',
      deleteNamed: /^Xóa vĩnh viễn “/,
      deleteForGood: 'Xóa vĩnh viễn',
      emptyIt: 'Dọn Thùng rác',
      cancel: 'Hủy',
      failed: 'Chưa mở được Thùng rác.',
      retry: 'Thử lại',
      deletedBy: /Trần Quốc Minh xóa /,
      empty: 'Thùng rác trống',
      deleted: /^Thứ Sáu 20\/11\/2026, 06:00 · Đã xóa \S+ \S+ \d\d\/\d\d\/\d{4}$/,
    },
  ],
  [
    'en',
    {
      none: 'No events found',
      one: '1 event found',
      results: 'Results for “lan”',
      trash: 'Trash of the calendar',
      deleteNamed: /^Delete “.* for good$/,
      deleteForGood: 'Delete for good',
      emptyIt: 'Empty trash',
      cancel: 'Cancel',
      failed: 'The trash could not be opened.',
      retry: 'Try again',
      deletedBy: /Deleted .* by Trần Quốc Minh/,
      empty: 'The trash is empty',
      deleted: /^Friday 20\/11\/2026, 06:00 · Deleted \S+ \d\d\/\d\d\/\d{4}$/,
    },
  ],
] as const)('in %s', (language, words) => {
  test('CL-144 a search says that it found nothing, or how many, only once it knows', async () => {
    speak(language);
    const server = world();
    const search = server.api.searchEvents;
    let answer = () => {};
    const api = server.api as { searchEvents: unknown };
    api.searchEvents = async (call: Parameters<typeof search>[0]) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return search(call);
    };
    const answered = () => act(async () => answer());
    const { go } = await renderCalendar(server, '/calendar/search?q=');
    await go('/calendar/search?q=l');
    expect(screen.queryByText(words.none)).toBeNull();
    await answered();
    screen.getByText(words.one);
    await go('/calendar/search?q=lx');
    expect(screen.queryByText(words.one)).toBeNull();
    await answered();
    screen.getByText(words.none);
    await go('/calendar/search?q=la');
    expect(screen.queryByText(words.none)).toBeNull();
  });

  test('CL-144 a trash that can not be read says so, and is asked again', async () => {
    speak(language);
    const server = world();
    const api = server.api as { listTrashedEvents: unknown };
    const read = api.listTrashedEvents;
    api.listTrashedEvents = async () => {
      api.listTrashedEvents = read;
      throw new ApiError(0, 'service_unavailable', 'Out of reach');
    };
    const { user, settle } = await renderCalendar(server, '/calendar/trash');
    await screen.findByRole('heading', { name: words.failed });
    await user.click(screen.getByRole('button', { name: words.retry }));
    await settle();
    screen.getByRole('heading', { name: words.empty });
  });

  test('CL-144 a search and the trash are named by heading and title of the page', async () => {
    speak(language);
    const server = world();
    const { go, settle } = await renderCalendar(server, '/calendar/search?q=lan');
    screen.getByRole('heading', { level: 1, name: new RegExp(words.results) });
    expect(document.title).toContain(words.results);
    Object.assign(server.event('run') ?? {}, { trashed: true });
    await go('/calendar/trash');
    await settle();
    screen.getByRole('heading', { level: 1, name: new RegExp(words.trash) });
    expect(document.title).toContain(words.trash);
    screen.getByText(words.deleted);
  });

  test('CL-144 CT-64 the trash says who threw an event of a shared calendar away', async () => {
    speak(language);
    const server = world();
    const trashedBy = { name: 'Trần Quốc Minh', email: 'minh.tran@saomai.example' };
    Object.assign(server.event('run') ?? {}, { trashed: true, trashedBy });
    await renderCalendar(server, '/calendar/trash');
    await screen.findByText(words.deletedBy);
  });

  test('CL-93 what is in the trash is deleted for good after a question, one or all', async () => {
    speak(language);
    const server = createFakeCalendar([
      { id: 'run', fields: fieldsOf('Chạy bộ', '2026-11-20', '06:00') },
      { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00') },
    ]);
    const { user, go, settle } = await renderCalendar(server, '/calendar');
    for (const id of ['run', 'lunch']) Object.assign(server.event(id) ?? {}, { trashed: true });
    await go('/calendar/trash');
    await settle();
    const [first] = await screen.findAllByRole('button', { name: words.deleteNamed });
    await user.click(first as HTMLElement);
    await user.click(await screen.findByRole('button', { name: words.cancel }));
    expect(server.calls).not.toContain('delete');
    await user.click(first as HTMLElement);
    await user.click(await screen.findByRole('button', { name: words.deleteForGood }));
    await settle();
    expect(screen.getAllByRole('button', { name: words.deleteNamed })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: words.emptyIt }));
    await user.click(await screen.findByRole('button', { name: words.deleteForGood }));
    await settle();
    screen.getByRole('heading', { name: words.empty });
    expect([server.event('run'), server.event('lunch')]).toEqual([undefined, undefined]);
  });
});
