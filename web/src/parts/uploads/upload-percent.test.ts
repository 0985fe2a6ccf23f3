import { expect, test } from 'vitest';
import type { UploadItem } from '../../model/drive/uploads/upload-item.ts';
import { uploadPercent } from './upload-percent.ts';

const item = (round: number, size: number, sent: number) =>
  ({ round, size, sent, state: sent === size ? 'done' : 'sending' }) as UploadItem;

test('DV-11 what was done before does not count as progress of what was added since', () => {
  expect(uploadPercent([item(1, 10_000, 10_000), item(2, 100, 0)])).toBe(0);
  expect(uploadPercent([item(1, 300, 300), item(1, 100, 0)])).toBe(75);
  expect(uploadPercent([item(1, 10_000, 10_000), item(2, 100, 100)])).toBe(100);
  expect(uploadPercent([item(1, 0, 0)])).toBe(100);
});
