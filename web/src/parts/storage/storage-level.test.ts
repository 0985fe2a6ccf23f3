import { describe, expect, test } from 'vitest';
import { storageLevel, storageOf } from './storage-level.ts';

const MB = 1024 * 1024;
const filled = (percent: number) =>
  storageOf({ user_quota: 1000, user_used_quota: percent * 10 * MB, auto_quota: false });

describe('the storage of a mailbox', () => {
  test('LY-13 counts its room in MB and what is used in bytes', () => {
    expect(filled(25)).toEqual({ used: 250 * MB, total: 1000 * MB, left: 750 * MB, percent: 25 });
    expect(filled(130)?.left).toBe(0);
  });

  test.each([
    [0, 'fine'],
    [79.99, 'fine'],
    [80, 'almost'],
    [89.99, 'almost'],
    [90, 'alarming'],
    [99.99, 'alarming'],
    [100, 'full'],
    [130, 'full'],
  ])('LY-15 at %d percent is %s', (percent, level) => {
    const storage = filled(percent);
    expect(storage && storageLevel(storage)).toBe(level);
  });
});
