import {
  IconDeviceLaptop,
  IconGauge,
  IconHome,
  IconMailFast,
  IconRoute,
  IconUserCog,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { WordKey } from '../../i18n/say.ts';

export type ConsolePlace = {
  /** The segment in the address. */
  name: string;
  words: WordKey;
  icon: typeof IconUsers;
  /** Only for those who administer the whole installation, or only for the others. */
  only?: 'providers' | 'owners';
};

/** The pages of the console, in the order of the menu. */
export const CONSOLE_PLACES = {
  today: { name: 'today', words: 'consolePages.today', icon: IconHome },
  domains: { name: 'domains', words: 'consolePages.domains', icon: IconWorld },
  people: { name: 'people', words: 'consolePages.people', icon: IconUsers },
  sessions: { name: 'sessions', words: 'consolePages.sessions', icon: IconDeviceLaptop },
  queue: { name: 'queue', words: 'consolePages.queue', icon: IconMailFast, only: 'providers' },
  senders: { name: 'senders', words: 'consolePages.senders', icon: IconGauge, only: 'providers' },
  // The same address as the page for providers, as notices link to it.
  held: { name: 'senders', words: 'consolePages.held', icon: IconGauge, only: 'owners' },
  trace: { name: 'trace', words: 'consolePages.trace', icon: IconRoute, only: 'providers' },
  audit: { name: 'audit', words: 'consolePages.audit', icon: IconUserCog },
} as const satisfies Record<string, ConsolePlace>;
