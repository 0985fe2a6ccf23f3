import { afterEach, expect, test, vi } from 'vitest';
import { downloadEach } from './download-each.ts';

afterEach(() => void vi.useRealTimers());

test('AT-9 the files of a message start 500 ms apart', () => {
  vi.useFakeTimers();
  const started: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    started.push(this.download);
  });
  downloadEach(['một.pdf', 'hai.pdf', 'ba.pdf'].map((name, index) => ({ id: `f${index}`, name })));
  vi.advanceTimersByTime(0);
  expect(started).toEqual(['một.pdf']);
  vi.advanceTimersByTime(499);
  expect(started).toEqual(['một.pdf']);
  vi.advanceTimersByTime(1);
  expect(started).toEqual(['một.pdf', 'hai.pdf']);
  vi.advanceTimersByTime(500);
  expect(started).toEqual(['một.pdf', 'hai.pdf', 'ba.pdf']);
});
