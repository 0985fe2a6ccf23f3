import type { Slot } from './rooms.store.ts';

/** What is taken of rooms by one change itself. */
export type TakenSlots = {
  add(roomId: number, slot: Slot): void;
  overlaps(roomId: number, slot: Slot): boolean;
};

/** No two that are added overlap, so that only the neighbours of a slot have to be looked at. */
export function createTakenSlots(): TakenSlots {
  const byRoom = new Map<number, Slot[]>();
  const placeOf = (slots: Slot[], at: number) => {
    let [low, high] = [0, slots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((slots[middle] as Slot).at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add(roomId, slot) {
      const slots = byRoom.get(roomId) ?? [];
      slots.splice(placeOf(slots, slot.at), 0, slot);
      byRoom.set(roomId, slots);
    },
    overlaps(roomId, { at, until }) {
      const slots = byRoom.get(roomId) ?? [];
      const place = placeOf(slots, at);
      const [before, after] = [slots[place - 1], slots[place]];
      return (before !== undefined && before.until > at) || (after !== undefined && after.at < until);
    },
  };
}
