import type { Folder } from '@bocau/contract/folders.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { describe, expect, test } from 'vitest';
import type { ListRef, MailModel } from '../../model/mail/mail-model.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { ACTS, actsFor } from './acts.ts';

function target(list: ListRef, threads: Partial<Thread>[], counts: Partial<Folder> = {}): ActTarget {
  const folderByPath = (path: string) => ({
    name: path,
    display_name: path,
    unread_threads: 0,
    total_threads: 0,
    ...counts,
  });
  const model = { folderByPath } as unknown as MailModel;
  const rows = threads.map(
    (thread, index) => ({ id: String(index), unread: false, starred: false, ...thread }) as Thread,
  );
  return { model, list, threads: rows, whole: null };
}

const inFolder = (path: string, ...threads: Partial<Thread>[]) =>
  target(
    { kind: 'folder', path },
    (threads.length > 0 ? threads : [{}]).map((thread) => ({ ...thread, mailbox_name: path })),
  );

const names = (of: ActTarget) =>
  actsFor(of)
    .filter((act) => !act.ofFolder && !/mark|star|pin|mute/i.test(act.id))
    .map((act) => act.id)
    .sort();

describe('acts by folder', () => {
  test.each([
    ['TL-4 LT-12', 'INBOX', ['archive', 'delete', 'label', 'move', 'snooze', 'spam']],
    ['TL-4', 'Dự án/2026', ['archive', 'delete', 'label', 'move', 'snooze', 'spam']],
    ['TL-4 LT-12', 'Snoozed', ['archive', 'delete', 'label', 'move', 'snooze', 'spam', 'unsnooze']],
    ['TL-4', 'Archive', ['delete', 'label', 'move', 'snooze', 'spam']],
    ['TL-4', 'Archive/2025', ['archive', 'delete', 'label', 'move', 'snooze', 'spam']],
    ['TL-4', 'Junk', ['deleteForGood', 'notSpam']],
    ['TL-4', 'Trash', ['deleteForGood', 'restore']],
    ['TL-4 TL-5', 'Drafts', ['removeDrafts']],
    ['TL-5 FU-15', 'Sent', ['delete', 'followUp', 'label', 'move']],
    ['TL-5', 'WEBMAIL_SCHEDULED', ['cancelScheduled']],
    ['TL-5', 'webmail_period', ['cancelPeriodic']],
  ])('%s %s has %j', (_, path, acts) => {
    expect(names(inFolder(path))).toEqual(acts);
  });

  test.each([
    ['INBOX', {}, ['pin', 'mute']],
    ['INBOX', { pinned: true as const, muted: true as const }, ['unpin', 'unmute']],
    ['Junk', {}, []],
    ['Drafts', {}, []],
    ['WEBMAIL_SCHEDULED', {}, []],
  ])('PM-8 in %s a row with %j offers %j', (path, row, acts) => {
    const offered = actsFor(inFolder(path, row)).map(({ id }) => id);
    expect(offered.filter((id) => /pin|mute/.test(id))).toEqual(acts);
  });

  test('PM-8 of several rows those that are not pinned are pinned, and a whole list is not', () => {
    const some = inFolder('INBOX', { pinned: true }, {});
    expect(actsFor(some).map(({ id }) => id)).toContain('pin');
    expect(actsFor(some).map(({ id }) => id)).not.toContain('unpin');
    const whole = { ...some, whole: { total: 3 } as ActTarget['whole'] };
    expect(actsFor(whole).map(({ id }) => id)).not.toContain('pin');
  });

  test.each(['WEBMAIL_SCHEDULED', 'webmail_period'])('TL-5 in %s nothing is marked or starred', (path) => {
    const rows = [{ unread: true }, { starred: true }];
    const acts = actsFor(inFolder(path, ...rows)).filter((act) => !act.ofFolder);
    expect(acts.map(({ id }) => id)).toEqual([expect.stringMatching(/^cancel/)]);
  });

  test('OR-7 TL-4 Trash can be emptied while there is something in it', () => {
    const trash = (total_threads: number) => target({ kind: 'folder', path: 'Trash' }, [], { total_threads });
    expect(actsFor(trash(3)).map((act) => act.id)).toContain('emptyTrash');
    expect(actsFor(trash(0)).map((act) => act.id)).not.toContain('emptyTrash');
  });

  test('OR-13 in Starred and search what is picked of several folders has only what fits all of them', () => {
    const mixed = target({ kind: 'starred' }, [{ mailbox_name: 'INBOX' }, { mailbox_name: 'Sent' }]);
    expect(names(mixed)).toEqual(['archive', 'delete', 'label', 'move']);
    const done = target({ kind: 'starred' }, [{ mailbox_name: 'Archive' }, { mailbox_name: 'Sent' }]);
    expect(names(done)).toEqual(['delete', 'label', 'move']);
    const junk = target({ kind: 'search', terms: { folder: 'Junk' } }, [{ mailbox_name: 'Junk' }]);
    expect(names(junk)).toEqual(['deleteForGood', 'notSpam']);
  });

  test('nothing picked, nothing to do to threads', () => {
    expect(names(target({ kind: 'folder', path: 'INBOX' }, []))).toEqual([]);
  });
});

describe('marks', () => {
  const marks = (...threads: Partial<Thread>[]) =>
    actsFor(inFolder('INBOX', ...threads))
      .map((act) => act.id)
      .filter((id) => /^(mark(Read|Unread)|star|unstar)$/.test(id));

  test('OR-14 only what would change something is on offer', () => {
    expect(marks({ unread: true })).toEqual(['markRead', 'star']);
    expect(marks({ unread: false, starred: true })).toEqual(['markUnread', 'unstar']);
    expect(marks({ unread: true }, { unread: false })).toEqual(['markRead', 'markUnread', 'star']);
  });

  test('LY-9 all of a folder is marked read only while unread exist, unread only while read exist', () => {
    const folder = (unread_threads: number) =>
      actsFor(target({ kind: 'folder', path: 'INBOX' }, [], { unread_threads, total_threads: 2 })).map(
        ({ id }) => id,
      );
    expect(folder(0)).toEqual(['markAllUnread']);
    expect(folder(1)).toEqual(['markAllRead', 'markAllUnread']);
    expect(folder(2)).toEqual(['markAllRead']);
  });

  test('LY-9 beside what is picked or open no act reaches the whole folder', () => {
    const counts = { unread_threads: 1, total_threads: 151 };
    const open = target({ kind: 'folder', path: 'INBOX' }, [{ mailbox_name: 'INBOX' }], counts);
    expect(actsFor(open).filter((act) => act.ofFolder)).toEqual([]);
  });

  test('OR-7 LY-9 nor in a list that shows a part of it', () => {
    const filter = { is_star: 'true' };
    const counts = { unread_threads: 1, total_threads: 151 };
    expect(actsFor(target({ kind: 'folder', path: 'Trash', filter }, [], counts))).toEqual([]);
  });
});

test('one key never means two acts at once', () => {
  const places = ['INBOX', 'Sent', 'Drafts', 'Archive', 'Junk', 'Trash', 'Dự án'];
  for (const place of places) {
    const keys = actsFor(inFolder(place, { unread: true })).flatMap((act) => act.shortcut ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  }
  expect(new Set(ACTS.map((act) => act.id)).size).toBe(ACTS.length);
});
