import type { UploadItem } from '../../model/drive/uploads/upload-item.ts';

/** Progress of the latest round, including what was still in progress then; finished files would hide it. */
export function uploadPercent(items: readonly UploadItem[]): number {
  const latest = Math.max(...items.map(({ round }) => round));
  const counted = items.filter(({ round }) => round === latest);
  if (counted.every(({ state }) => state === 'done')) return 100;
  const sum = (of: (item: UploadItem) => number) => counted.reduce((total, item) => total + of(item), 0);
  const size = sum((item) => item.size);
  return size === 0 ? 0 : Math.min(99, Math.floor((sum((item) => item.sent) / size) * 100));
}
