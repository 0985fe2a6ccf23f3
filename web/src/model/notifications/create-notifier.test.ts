import { isQuiet } from '@bocau/contract/quiet-hours.ts';
import { describe, expect, test } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createClaims, createNotifier, type NewMail, type Said } from './create-notifier.ts';

const mail = (messageId: string): NewMail => ({
  messageId,
  threadId: 't',
  folder: 'INBOX',
  sender: 'Minh',
  subject: 'Báo giá',
});

/** The tabs of one browser: they hear each other and share the claims. */
function browser() {
  const clock = createManualClock();
  const listeners = new Set<(words: Said) => void>();
  const told: string[] = [];
  let given: readonly string[] = [];
  const claim = createClaims({
    read: async () => given,
    write: async (ids) => {
      given = ids;
    },
    alone: async (run) => run(),
  });

  function open(tab: string) {
    const state = { looking: false, allowed: true };
    const notifier = createNotifier({
      clock,
      tab,
      channel: {
        say: (words) => {
          for (const listener of listeners) listener(words);
        },
        hear: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      claim,
      isLooking: () => state.looking,
      mayTell: () => state.allowed,
      tell: (mails) => told.push(`${tab}: ${mails.map(({ messageId }) => messageId).join(' ')}`),
    });
    return Object.assign(notifier, state, {
      look: (looking: boolean) => {
        state.looking = looking;
      },
      allow: (allowed: boolean) => {
        state.allowed = allowed;
      },
    });
  }
  return { clock, told, open };
}

describe('new mail', () => {
  test('is told by one of two tabs, once', async () => {
    const { clock, told, open } = browser();
    const [one, two] = [open('one'), open('two')];
    one.take(mail('m1'));
    two.take(mail('m1'));
    await clock.advance(1000);
    expect(told).toEqual(['one: m1']);
    // The same message again, as after a lost connection.
    two.take(mail('m1'));
    await clock.advance(1000);
    expect(told).toEqual(['one: m1']);
  });

  test('is told by the other tab where one has lost its connection, and after it is closed', async () => {
    const { clock, told, open } = browser();
    const [one, two] = [open('one'), open('two')];
    two.take(mail('m1'));
    await clock.advance(1000);
    one.take(mail('m2'));
    one.stop();
    two.take(mail('m2'));
    await clock.advance(1000);
    expect(told).toEqual(['two: m1', 'two: m2']);
  });

  test('is not told while somebody looks at one of the tabs, even where its own news come late', async () => {
    const { clock, told, open } = browser();
    const [one, two] = [open('one'), open('two')];
    two.look(true);
    one.take(mail('m1'));
    await clock.advance(1000);
    two.take(mail('m1'));
    await clock.advance(1000);
    two.look(false);
    one.take(mail('m2'));
    // A user who comes back before the notification sees the message in the list.
    one.look(true);
    await clock.advance(1000);
    expect(told).toEqual([]);
  });

  test('that comes together is told together', async () => {
    const { clock, told, open } = browser();
    const one = open('one');
    for (const id of ['m1', 'm2', 'm3']) one.take(mail(id));
    await clock.advance(1000);
    expect(told).toEqual(['one: m1 m2 m3']);
  });

  test('is not told where this device does not want it', async () => {
    const { clock, told, open } = browser();
    const one = open('one');
    one.allow(false);
    one.take(mail('m1'));
    one.allow(true);
    await clock.advance(1000);
    expect(told).toEqual([]);
  });
});

test.each([
  ['22:00', '07:00', '21:59', false],
  ['22:00', '07:00', '22:00', true],
  ['22:00', '07:00', '00:00', true],
  ['22:00', '07:00', '06:59', true],
  ['22:00', '07:00', '07:00', false],
  ['12:00', '13:30', '12:45', true],
  ['12:00', '13:30', '13:30', false],
  ['08:00', '08:00', '08:00', false],
])('from %s to %s it is at %s quiet: %s', (from, to, time, quiet) => {
  expect(isQuiet({ from, to }, time)).toBe(quiet);
});
