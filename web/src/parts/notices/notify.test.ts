import { expect, test } from 'vitest';
import { dismiss, notices, notify } from './notify.ts';

test('NT-1 a notice stays 3 seconds unless it says another time', () => {
  notify({ text: 'Đã lưu' });
  expect(notices.get()?.seconds).toBe(3);
  notify({ text: 'Đã lưu', seconds: 8 });
  expect(notices.get()?.seconds).toBe(8);
});

test('OR-4 a notice that can be taken back stays 5 seconds', () => {
  notify({ text: 'Đã chuyển', undo: () => undefined });
  expect(notices.get()?.seconds).toBe(5);
});

test('a notice that was replaced does not take the new one away', () => {
  notify({ text: 'một' });
  const first = notices.get()?.id ?? 0;
  notify({ text: 'hai' });
  dismiss(first);
  expect(notices.get()?.text).toBe('hai');
  dismiss(notices.get()?.id ?? 0);
  expect(notices.get()).toBeNull();
});
