import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';

/** Why the chosen files can't be attached, in the order in which the reasons are shown (DV-7, DV-8). */
type OnlyLinks = 'folder' | 'infected' | 'one_large' | 'all_large';

export function onlyLinks(files: readonly DriveFile[], attachedBytes: number): OnlyLinks | null {
  if (files.some(({ type }) => type === 'folder')) return 'folder';
  if (files.some(({ prop }) => prop.has_virus)) return 'infected';
  if (files.some(({ size }) => size > LIMITS.attachmentBytes)) return 'one_large';
  const bytes = files.reduce((sum, { size }) => sum + size, attachedBytes);
  return bytes > LIMITS.messageBytes ? 'all_large' : null;
}

export const ORDER_KEYS = ['name', 'size', 'last_modified'] as const;
export type OrderKey = (typeof ORDER_KEYS)[number];
export type Order = { key: OrderKey; descending: boolean };

/** Lists of shared files show the time of sharing in place of the last change. */
export function orderWords(key: OrderKey, shared: boolean) {
  const name = shared && key === 'last_modified' ? 'shared_at' : key;
  return `driveMail.picker.order.${name}` as const;
}

/**
 * DV-3: sizes and times start with the largest and the latest, others ascend; the same key again reverses.
 */
export function nextOrder(order: Order | null, key: OrderKey): Order {
  const first = key === 'size' || key === 'last_modified';
  return { key, descending: order?.key === key ? !order.descending : first };
}

/** The server's order of a folder: folders first, and ties by name. */
export function inOrder(files: readonly DriveFile[], { key, descending }: Order): DriveFile[] {
  const names = new Intl.Collator('vi', { numeric: true });
  const sign = descending ? -1 : 1;
  return files.toSorted((a, b) => {
    if (a.type !== b.type) return a.type === 'folder' ? -1 : 1;
    const by = key === 'name' ? 0 : a[key] - b[key];
    return sign * (by || names.compare(a.name, b.name));
  });
}
