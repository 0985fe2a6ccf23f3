import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { expect, test } from 'vitest';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { threadOf } from '../../test-kit/thread-of.ts';
import { swipeAct } from './swipe-act.ts';

const INBOX: Partial<Thread> = { mailbox_name: 'INBOX' };

function targetOf(fields: Partial<Thread>): ActTarget {
  const model = { folderByPath: () => ({ id: 'archive' }) } as unknown as ActTarget['model'];
  return { model, list: { kind: 'search', terms: {} }, threads: [threadOf(fields)], whole: null };
}

test.each([
  ['delete', INBOX, 'delete'],
  ['delete', { mailbox_name: 'Drafts' }, 'removeDrafts'],
  ['delete', { mailbox_name: 'Trash' }, 'deleteForGood'],
  ['archive', INBOX, 'archive'],
  ['archive', { mailbox_name: 'Trash' }, undefined],
  ['read', { ...INBOX, unread: true }, 'markRead'],
  ['read', { ...INBOX, unread: false }, 'markUnread'],
  ['snooze', INBOX, 'snooze'],
  ['snooze', { mailbox_name: 'Sent' }, undefined],
  ['star', { ...INBOX, starred: false }, 'star'],
  ['star', { ...INBOX, starred: true }, 'unstar'],
  ['nothing', INBOX, undefined],
] as const)('TL-25 drawing a row for %s, of %j, means %s', (swipe_left, fields, id) => {
  const swipes = { swipe_left, swipe_right: 'nothing' } as const;
  expect(swipeAct(swipes, 'left', targetOf(fields))?.id).toBe(id);
  expect(swipeAct(swipes, 'right', targetOf(fields))).toBeNull();
});

test('TL-25 until something is chosen, to the left deletes and to the right marks', () => {
  const target = targetOf({ ...INBOX, unread: true });
  const sides = ['left', 'right'] as const;
  expect(sides.map((side) => swipeAct(DEFAULT_SETTINGS, side, target)?.id)).toEqual(['delete', 'markRead']);
});
