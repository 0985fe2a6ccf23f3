import { BY_NAME, type DriveOrder } from '../../model/drive/drive-list.ts';

/** How lists of the drive look on this device. */
export type DriveLook = { layout: 'list' | 'grid'; order: DriveOrder };

const REMEMBERED = 'bocau.drive';
const FIRST: DriveLook = { layout: 'list', order: BY_NAME };

export function readLook(): DriveLook {
  try {
    const known = JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as Partial<DriveLook> | null;
    const layout = known?.layout === 'grid' ? 'grid' : 'list';
    const { by, descending } = known?.order ?? BY_NAME;
    const isKnown = by === 'name' || by === 'size' || by === 'last_modified';
    return { layout, order: isKnown ? { by, descending: descending === true } : BY_NAME };
  } catch {
    // What stands there was not written by us.
    return FIRST;
  }
}

export function rememberLook(look: DriveLook): void {
  localStorage.setItem(REMEMBERED, JSON.stringify(look));
}

/** DV-3: by size and by date the largest and the latest come first; the same again turns it around. */
export function nextOrder(order: DriveOrder, by: DriveOrder['by']): DriveOrder {
  if (order.by === by) return { by, descending: !order.descending };
  return { by, descending: by !== 'name' };
}
