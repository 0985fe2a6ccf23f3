import type { AdminScope } from '@bocau/contract/endpoint.ts';
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
import { type LazyPart, lazyPart } from '../../ui/lazy-part.tsx';

export type AdminPageProps = {
  /** The domain that they administer; null: the whole installation. */
  domain: string | null;
  /** The name of the signed-in administrator in the console. */
  ownName: string;
};

export type AdminDetailProps = AdminPageProps & {
  /** As in the address. */
  name: string;
};

type AdminPage = {
  /** The segment in the address. */
  name: string;
  words:
    | 'consolePages.today'
    | 'consolePages.people'
    | 'consolePages.domains'
    | 'consolePages.audit'
    | 'consolePages.sessions'
    | 'consolePages.held'
    | 'consolePages.queue'
    | 'consolePages.senders'
    | 'consolePages.trace';
  icon: typeof IconUsers;
  /** Hidden from administrators without this scope. */
  scope: AdminScope;
  /** Only for those who administer the whole installation, or only for the others. */
  only?: 'providers' | 'owners';
  page: LazyPart<AdminPageProps>;
  /** The detail page of one listed item, by its name in the address. */
  detail?: LazyPart<AdminDetailProps>;
};

/** The pages of the console, in the order of the menu; `/admin` opens the first one. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    name: 'today',
    words: 'consolePages.today',
    icon: IconHome,
    scope: 'domains:read',
    page: lazyPart(
      async () => (await import('../../features/console/today/today-page.tsx')).TodayPage,
      'on-demand',
    ),
  },
  {
    name: 'domains',
    words: 'consolePages.domains',
    icon: IconWorld,
    scope: 'domains:read',
    page: lazyPart(
      async () => (await import('../../features/console/domains/domains-page.tsx')).DomainsPage,
      'on-demand',
    ),
    detail: lazyPart(
      async () => (await import('../../features/console/domains/domain-page.tsx')).DomainPage,
      'on-demand',
    ),
  },
  {
    name: 'people',
    words: 'consolePages.people',
    icon: IconUsers,
    scope: 'people:read',
    page: lazyPart(
      async () => (await import('../../features/console/people/people-page.tsx')).PeoplePage,
      'on-demand',
    ),
    detail: lazyPart(
      async () => (await import('../../features/console/people/person-page.tsx')).PersonPage,
      'on-demand',
    ),
  },
  {
    name: 'sessions',
    words: 'consolePages.sessions',
    icon: IconDeviceLaptop,
    scope: 'people:read',
    page: lazyPart(
      async () => (await import('../../features/console/people/signed-in-page.tsx')).SignedInPage,
      'on-demand',
    ),
  },
  {
    name: 'queue',
    words: 'consolePages.queue',
    icon: IconMailFast,
    scope: 'mail:read',
    only: 'providers',
    page: lazyPart(
      async () => (await import('../../features/console/mail/queue-page.tsx')).QueuePage,
      'on-demand',
    ),
  },
  {
    name: 'senders',
    words: 'consolePages.senders',
    icon: IconGauge,
    scope: 'mail:read',
    only: 'providers',
    page: lazyPart(
      async () => (await import('../../features/console/mail/senders-page.tsx')).SendersPage,
      'on-demand',
    ),
  },
  {
    // The same address as the page for providers, as notices link to it.
    name: 'senders',
    words: 'consolePages.held',
    icon: IconGauge,
    scope: 'mail:read',
    only: 'owners',
    page: lazyPart(
      async () => (await import('../../features/console/mail/held-senders-page.tsx')).HeldSendersPage,
      'on-demand',
    ),
  },
  {
    name: 'trace',
    words: 'consolePages.trace',
    icon: IconRoute,
    scope: 'mail:read',
    only: 'providers',
    page: lazyPart(
      async () => (await import('../../features/console/mail/trace-page.tsx')).TracePage,
      'on-demand',
    ),
  },
  {
    name: 'audit',
    words: 'consolePages.audit',
    icon: IconUserCog,
    scope: 'audit:read',
    page: lazyPart(
      async () => (await import('../../features/console/people/audit-page.tsx')).AuditPage,
      'on-demand',
    ),
  },
];
