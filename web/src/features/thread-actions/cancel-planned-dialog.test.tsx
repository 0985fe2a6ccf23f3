import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PlannedSends } from '../../parts/acts/thread-dialog.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { CancelPlannedDialog } from './cancel-planned-dialog.tsx';

beforeEach(() => {
  speak('en');
  notices.set([]);
});

type Answer = { ended: number; more: boolean };

async function show(planned: PlannedSends, answers: (Answer | Promise<Answer>)[]) {
  const bodies: unknown[] = [];
  const cancel = async ({ body }: { body: unknown }) => {
    bodies.push(body);
    return { data: await answers.shift() };
  };
  const api = { cancelSchedules: cancel, cancelPeriodics: cancel };
  const onClose = vi.fn();
  const { user, unmount } = await renderPart(<CancelPlannedDialog planned={planned} onClose={onClose} />, {
    api: api as never,
  });
  return { user, unmount, bodies, onClose };
}

const press = (name: string) => screen.getByRole('button', { name });
const told = () => notices.get().map(({ text }) => text);

test('TL-5 those that are picked are cancelled together, after one question with the safe choice first', async () => {
  const onEnded = vi.fn();
  const planned = { list: 'WEBMAIL_SCHEDULED', messageIds: ['a', 'b'], threads: 2, onEnded } as const;
  const { user, bodies, onClose } = await show(planned, [{ ended: 2, more: false }]);
  expect(screen.getByRole('dialog', { name: 'Cancel scheduled sending of 2 conversations?' })).toBeTruthy();
  expect(screen.getAllByRole('button')[0]).toBe(press('Keep'));
  await user.click(press('Cancel sending'));
  expect(bodies).toEqual([{ message_ids: ['a', 'b'] }]);
  expect(told()).toEqual(['Cancelled 2 scheduled messages. They’re in Drafts.']);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onEnded).toHaveBeenCalledOnce();
});

test('TL-5 all of a list are cancelled in as many calls as it takes', async () => {
  const planned = { list: 'webmail_period', messageIds: null, threads: 51 } as const;
  const { user, bodies } = await show(planned, [
    { ended: 50, more: true },
    { ended: 1, more: false },
  ]);
  await user.click(press('Stop recurring'));
  expect(bodies).toEqual([{}, {}]);
  expect(told()).toEqual(['Stopped 51 recurring messages. They’re in Drafts.']);
});

test('what has left meanwhile is told, and nothing is said to be cancelled', async () => {
  const planned = { list: 'WEBMAIL_SCHEDULED', messageIds: ['a'], threads: 1 } as const;
  const { user } = await show(planned, [{ ended: 0, more: false }]);
  await user.click(press('Cancel sending'));
  expect(told()).toEqual(['Nothing left to cancel: it was sent or cancelled before.']);
});

test('closed before the server has answered, it closes nothing that was opened since', async () => {
  const planned = { list: 'WEBMAIL_SCHEDULED', messageIds: ['a'], threads: 1 } as const;
  const answer = Promise.withResolvers<Answer>();
  const { user, unmount, onClose } = await show(planned, [answer.promise]);
  await user.click(press('Cancel sending'));
  await user.click(press('Keep'));
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  await act(async () => answer.resolve({ ended: 1, more: false }));
  expect(told()).toEqual(['Cancelled 1 scheduled message. It’s in Drafts.']);
  expect(onClose).toHaveBeenCalledOnce();
});
