import { ApiError } from '@bocau/contract/client.ts';
import { expect, test, vi } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import { createInvitationAnswers } from './create-invitation-answers.ts';
import type { AnswerEvent, AnswerOperation } from './invitation-answers.ts';

const YES: AnswerOperation = {
  ...{ kind: 'answer', id: 'f1', title: 'Họp' },
  ...{ answer: 'accepted', before: 'waiting', stands: 'waiting' },
};
const NO: AnswerOperation = { ...YES, answer: 'declined', before: 'accepted', stands: 'accepted' };

const storage = createMemoryStorage();

/** A page on the same device; `refuses` is what its server says to the first answers. */
async function open({ isOnline, refuses = [] }: { isOnline: boolean; refuses?: ApiError[] }) {
  const clock = createManualClock();
  const answerInvitation = vi.fn(async ({ body: { answer } }: { body: { answer: string } }) => {
    const refusal = refuses.shift();
    if (refusal) throw refusal;
    return { data: { answered: { answer, to_this: true, untold: true } } };
  });
  const answers = createInvitationAnswers({
    ...{ api: { answerInvitation } as never, clock, storage, owner: 'an@saomai.example', tabId: 'tab' },
    online: { isOnline: () => isOnline, onChange: () => () => undefined },
  });
  const events: AnswerEvent[] = [];
  answers.onEvent((event) => events.push(event));
  await answers.start();
  await clock.advance(10);
  return { answers, clock, events, sent: () => answerInvitation.mock.calls.map(([{ body }]) => body) };
}

test('CL-418 CL-435 answers that wait are sent by a later page, in their order, each for the one that it replaces, and what is refused then is said', async () => {
  const first = await open({ isOnline: false });
  first.answers.act(YES);
  first.answers.act(NO);
  await first.clock.advance(10);
  first.answers.close();
  const later = await open({ isOnline: true, refuses: [new ApiError(409, 'invitation_closed', '')] });
  await later.clock.advance(10);
  expect(later.sent()).toEqual([
    { answer: 'accepted', instead_of: 'waiting' },
    { answer: 'declined', instead_of: 'accepted' },
  ]);
  expect(later.events.map(({ kind }) => kind)).toEqual(['refused', 'answered']);
  expect(later.events[0]).toMatchObject({ operation: YES, undoing: false });
  expect(later.answers.pending('f1')).toBeNull();
  later.answers.close();
  expect((await open({ isOnline: true })).sent()).toEqual([]);
});

test('CL-435 an answer that is sent at once replaces whatever stands', async () => {
  const { answers, clock, sent } = await open({ isOnline: true });
  answers.act(YES);
  await clock.advance(10);
  expect(sent()).toEqual([{ answer: 'accepted' }]);
  answers.close();
});

test('CL-391 an undo that is refused is announced as one, and what was given stands', async () => {
  const refuses: ApiError[] = [];
  const { answers, events } = await open({ isOnline: true, refuses });
  const act = answers.act(YES);
  await expect(act.settled).resolves.toBe(true);
  refuses.push(new ApiError(409, 'invitation_closed', ''));
  expect(await act.undo()).toBe('refused');
  expect(events.map(({ kind }) => kind)).toEqual(['answered', 'refused']);
  expect(events[1]).toMatchObject({ operation: YES, undoing: true });
  expect(answers.pending('f1')).toBeNull();
  answers.close();
});
