import { BY_NAME, type DriveOrder, LATEST } from '../../model/drive/drive-list.ts';

/** Display settings of the drive's lists on this device. */
export type DriveLook = { layout: 'list' | 'grid'; order: DriveOrder; sharedOrder: DriveOrder };

const REMEMBERED = 'bocau.drive';
const FIRST: DriveLook = { layout: 'list', order: BY_NAME, sharedOrder: LATEST };

export function readLook(): DriveLook {
  try {
    const known = JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null') as Partial<DriveLook> | null;
    const layout = known?.layout === 'grid' ? 'grid' : 'list';
    return {
      layout,
      order: orderOf(known?.order, BY_NAME),
      sharedOrder: orderOf(known?.sharedOrder, LATEST),
    };
  } catch {
    // The stored value was not written by this program.
    return FIRST;
  }
}

function orderOf(known: Partial<DriveOrder> | undefined, usual: DriveOrder): DriveOrder {
  const { by, descending } = known ?? usual;
  const isKnown = by === 'name' || by === 'size' || by === 'last_modified';
  return isKnown ? { by, descending: descending === true } : usual;
}

export function rememberLook(look: DriveLook): void {
  localStorage.setItem(REMEMBERED, JSON.stringify(look));
}

/** DV-3: by size and date, the largest and the latest come first; choosing the same again reverses. */
export function nextOrder(order: DriveOrder, by: DriveOrder['by']): DriveOrder {
  if (order.by === by) return { by, descending: !order.descending };
  return { by, descending: by !== 'name' };
}
