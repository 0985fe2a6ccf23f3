import type { Occurrence } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';

export type FoundEvents = { occurrences: readonly Occurrence[]; isComplete: boolean };

/** What is asked of the server each time, and cached nowhere. */
export function createCalendarFinding(api: ApiClient) {
  return {
    async search(words: string): Promise<FoundEvents> {
      if (words === '') return { occurrences: [], isComplete: true };
      const { data, meta } = await api.searchEvents({ query: { q: words } });
      return { occurrences: data, isComplete: meta.complete };
    },
  };
}
