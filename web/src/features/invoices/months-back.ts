/** This month and those before it, as 2026-11. */
export function monthsBack(today: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => {
    const month = today.getFullYear() * 12 + today.getMonth() - back;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
