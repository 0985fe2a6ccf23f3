import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { drive as english } from '../../i18n/en/drive.ts';
import { learnWords } from '../../i18n/i18n.ts';
import { drive as vietnamese } from '../../i18n/vi/drive.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderDrive } from '../../test-kit/render-drive.tsx';
import { speak } from '../../test-kit/words.ts';

beforeAll(() => {
  learnWords('vi', { drive: vietnamese });
  learnWords('en', { drive: english });
});
beforeEach(() => notices.set([]));

describe.each([
  [
    'vi',
    {
      panel: 'Đang tạo bản sao',
      stop: 'Dừng tạo bản sao của “Hợp đồng”',
      stopped: 'Đã dừng. Bản sao của “Hợp đồng” không được giữ lại.',
      leftOut:
        'Đã tạo bản sao của “Hợp đồng”, trừ 2 mục đã đổi hoặc bị xóa trong lúc sao chép: “a.txt”, “b.txt”',
      full: 'Chưa tạo được bản sao của “Hợp đồng”, chưa có gì được giữ lại. Kho tệp không còn đủ chỗ. Hãy xóa bớt tệp rồi thử lại.',
    },
  ],
  [
    'en',
    {
      panel: 'Copies in progress',
      stop: 'Stop copying “Hợp đồng”',
      stopped: 'Stopped. Nothing of the copy of “Hợp đồng” was kept.',
      leftOut: '“Hợp đồng” copied, except 2 that changed or were deleted meanwhile: “a.txt”, “b.txt”',
      full: /^Couldn’t copy “Hợp đồng”\. Nothing of the copy was kept\. /,
    },
  ],
] as const)('in %s', (language, words) => {
  async function show() {
    await speak(language);
    const page = await renderDrive();
    const work = page.files.entry('work');
    if (!work) throw new Error('no folder');
    await act(async () => void (await page.drive.copy([work], null)));
    const change = async (with_: Partial<ReturnType<typeof job>>) => {
      page.files.copies.set('job-0', { ...job(), ...with_ });
      await act(() => page.clock.advance(1_000));
    };
    const job = () => {
      const known = page.files.copies.get('job-0');
      if (!known) throw new Error('no job');
      return known;
    };
    return { ...page, change };
  }
  const texts = () => notices.get().map(({ text }) => text);

  test('how far a copy is can be seen, and it can be stopped', async () => {
    const { user, change } = await show();
    expect(screen.getByRole('region', { name: words.panel }).textContent).toMatch(/1 \/ 5[.,]000/);
    await change({ done: 1_200 });
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('1200');
    await user.click(screen.getByRole('button', { name: words.stop }));
    await waitFor(() => expect(screen.queryByRole('region', { name: words.panel })).toBeNull());
    expect(texts()).toEqual([words.stopped]);
  });

  test('what was left out is said by name, and the copy is taken back like a small one', async () => {
    const { change, files } = await show();
    await change({
      ...{ state: 'done', done: 5_000, made: ['a'], left_out: 2 },
      left_out_first: [
        { name: 'a.txt', reason: 'file_not_found' },
        { name: 'b.txt', reason: 'already_exists' },
      ],
    });
    expect(texts()).toEqual([words.leftOut]);
    await act(async () => void (await notices.get()[0]?.undo?.()));
    expect(files.entry('a')?.prop.trashed_at).toBeDefined();
  });

  test('a copy that failed says why, and that nothing is kept', async () => {
    const { change } = await show();
    await change({ state: 'failed', error: 'drive_full' });
    expect(texts()).toEqual([
      typeof words.full === 'string' ? words.full : expect.stringMatching(words.full),
    ]);
  });
});
