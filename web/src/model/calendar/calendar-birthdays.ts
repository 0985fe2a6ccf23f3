import type { ApiClient } from '@bocau/contract/client.ts';
import type { Birthday } from '@bocau/contract/contacts.ts';
import type { Notifier } from '../engine/notifier.ts';

type Deps = { api: ApiClient; notifier: Pick<Notifier<never>, 'batch'> };

const NONE: readonly Birthday[] = [];

/** The birthdays of contacts, read again whenever a screen begins to show them. */
export function createCalendarBirthdays({ api, notifier }: Deps) {
  let birthdays = NONE;
  return {
    birthdays: () => birthdays,
    /** Those that were known stay where they can't be read. */
    async readBirthdays(): Promise<void> {
      try {
        const { data } = await api.listBirthdays({});
        notifier.batch(() => {
          birthdays = data;
        });
      } catch {
        // Without a connection the calendar does without.
      }
    },
  };
}
