import type { CalendarsOfMailbox } from '../occurrences/occurrences.store.ts';

/** Shared calendars by their owners. */
export function byMailbox(calendars: readonly { mailbox_id: number; id: string }[]): CalendarsOfMailbox[] {
  return [...Map.groupBy(calendars, ({ mailbox_id }) => mailbox_id)].map(([mailbox_id, some]) => ({
    mailbox_id,
    calendars: some.map(({ id }) => id),
  }));
}

/** Each has as much room as the others: nobody asked for what a colleague shares, and how much that is. */
export function shareOf(room: number, { length }: readonly CalendarsOfMailbox[]): number {
  return Math.max(1, Math.floor(room / length));
}
