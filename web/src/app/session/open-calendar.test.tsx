import { expect, test, vi } from 'vitest';
import { createFakeCalendar } from '../../model/calendar/test-kit/fake-calendar.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../../model/mail/test-kit/fake-server.ts';
import { startModel } from '../../model/mail/test-kit/start-model.ts';
import { openCalendar } from './open-calendar.ts';

test('what the socket says of the calendar is fetched, until the session is closed', async () => {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  const { model } = await startModel(server, clock);
  const { api } = createFakeCalendar([]);
  const asked = vi.spyOn(api, 'getCalendarChanges');
  const calendar = openCalendar(model.session, api);
  expect(openCalendar(model.session, api)).toBe(calendar);
  calendar.hold({ from: '2026-11-20', to: '2026-11-20', zone: 'UTC' });
  await vi.waitFor(() => expect(calendar.calendars()).not.toBeNull());

  const tell = async (seq: number) => {
    asked.mockClear();
    server.send({ event: 'calendar_changed', data: { seq } });
    await clock.advance(10);
  };
  await tell(1);
  expect(asked).toHaveBeenCalledOnce();

  asked.mockClear();
  server.dropSockets();
  await clock.advance(2000);
  expect(asked, 'changes that nobody told of meanwhile').toHaveBeenCalledWith({ query: { since: '0' } });

  model.close();
  await tell(2);
  expect(asked).not.toHaveBeenCalled();
});
