import type { RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { summaryOf } from './delivery-summary.ts';

type Told = RecipientDelivery['state'] | 'deferred';

function summary(state: Sending['state'], ...states: Told[]) {
  const recipients = states.map((told, index): RecipientDelivery => {
    const deferred = told === 'deferred';
    return {
      email: `${index}@kho.example`,
      name: '',
      state: deferred ? 'waiting' : told,
      held_by: told === 'held' ? 'administrator' : null,
      reply: deferred ? '451 4.7.1 Try again later' : null,
      at: null,
      next_at: deferred ? 1_900_000_000 : null,
    };
  });
  return summaryOf({ state, recipients });
}

test.each<[Sending['state'], Told[], string]>([
  ['held', [], 'held'],
  ['sending', [], 'on-its-way'],
  ['sending', ['delivered', 'waiting'], 'on-its-way'],
  ['sending', ['failed', 'waiting'], 'on-its-way'],
  ['sending', ['waiting', 'deferred'], 'deferred'],
  ['sending', ['delivered', 'deferred', 'held'], 'stopped'],
  ['failed', ['delivered', 'failed', 'unclear'], 'failed'],
  ['unclear', ['delivered', 'unclear'], 'unclear'],
  ['sent', ['delivered', 'recalled'], 'recalled'],
  ['sent', ['delivered', 'delivered'], 'arrived'],
])('a message that is %s with %j is told as %s', (state, states, kind) => {
  expect(summary(state, ...states).kind).toBe(kind);
});

test('counts whom it reached, and names whom it can be sent to again', () => {
  const { reached, recalled, all, missed } = summary('failed', 'delivered', 'recalled', 'failed', 'unclear');
  expect({ reached, recalled, all }).toEqual({ reached: 2, recalled: 1, all: 4 });
  expect(missed.map(({ email }) => email)).toEqual(['2@kho.example', '3@kho.example']);
});
