const ADDRESS = /https?:\/\/[^\s<>"]+/i;
/** "12 Lý Thường Kiệt, Hà Nội", and not "Phòng họp A". */
const STREET = /\d.*\p{L}.*,|,.*\d/u;

/** TD-23: where the place of an event leads to: a meeting that it names by its address, or a map. Null for a room, and the like. */
export function placeLink(place: string): string | null {
  const [address] = ADDRESS.exec(place) ?? [];
  if (address) return address.replace(/[).,;]+$/, '');
  if (!STREET.test(place)) return null;
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}
