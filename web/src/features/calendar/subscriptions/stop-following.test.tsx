import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { calendarFeeds } from '../../../i18n/en/calendar-feeds.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import type { CalendarModel } from '../../../model/calendar/calendar-model.ts';
import { CalendarModelContext } from '../../../parts/calendar/use-calendar.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { useStopFollowing } from './stop-following.ts';

function Stop() {
  const stop = useStopFollowing({ id: 'clb', name: 'Bóng đá' });
  return (
    <button type="button" onClick={() => void stop()}>
      stop
    </button>
  );
}

test('CL-189 that a calendar is left, or back, is said once it is so on the screen', async () => {
  learnWords('en', { calendarFeeds });
  await speak('en');
  const shown: (() => void)[] = [];
  const model = { show: () => new Promise<void>((resolve) => shown.push(resolve)) } as CalendarModel;
  const asked: string[] = [];
  const ask = (name: string) => async () => void asked.push(name);
  const { user } = await renderPart(
    <CalendarModelContext value={model}>
      <Stop />
    </CalendarModelContext>,
    { api: { endSubscription: ask('end'), restoreSubscription: ask('restore') } as object },
  );
  const said = () => notices.get().map(({ text }) => text);
  await user.click(screen.getByRole('button', { name: 'stop' }));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect([asked, said()]).toEqual([['end'], []]);
  shown.pop()?.();
  await vi.waitFor(() => expect(said()).toEqual([calendarFeeds.stopped.replace('{{name}}', 'Bóng đá')]));
  void notices.get()[0]?.undo?.();
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(said()).not.toContain(calendarFeeds.putBack.replace('{{name}}', 'Bóng đá'));
  shown.pop()?.();
  await vi.waitFor(() => expect(said()).toContain(calendarFeeds.putBack.replace('{{name}}', 'Bóng đá')));
});
