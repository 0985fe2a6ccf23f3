import type { AdminScope } from '@bocau/contract/endpoint.ts';
import { CONSOLE_PLACES, type ConsolePlace } from '../../parts/places/console-places.ts';
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

type AdminPage = ConsolePlace & {
  /** Hidden from administrators without this scope. */
  scope: AdminScope;
  page: LazyPart<AdminPageProps>;
  /** The detail page of one listed item, by its name in the address. */
  detail?: LazyPart<AdminDetailProps>;
};

/** The pages of the console, in the order of the menu; `/admin` opens the first one. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    ...CONSOLE_PLACES.today,
    scope: 'domains:read',
    page: lazyPart(
      async () => (await import('../../features/console/today/today-page.tsx')).TodayPage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.domains,
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
    ...CONSOLE_PLACES.people,
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
    ...CONSOLE_PLACES.sessions,
    scope: 'people:read',
    page: lazyPart(
      async () => (await import('../../features/console/people/signed-in-page.tsx')).SignedInPage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.queue,
    scope: 'mail:read',
    page: lazyPart(
      async () => (await import('../../features/console/mail/queue-page.tsx')).QueuePage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.senders,
    scope: 'mail:read',
    page: lazyPart(
      async () => (await import('../../features/console/mail/senders-page.tsx')).SendersPage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.held,
    scope: 'mail:read',
    page: lazyPart(
      async () => (await import('../../features/console/mail/held-senders-page.tsx')).HeldSendersPage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.trace,
    scope: 'mail:read',
    page: lazyPart(
      async () => (await import('../../features/console/mail/trace-page.tsx')).TracePage,
      'on-demand',
    ),
  },
  {
    ...CONSOLE_PLACES.audit,
    scope: 'audit:read',
    page: lazyPart(
      async () => (await import('../../features/console/people/audit-page.tsx')).AuditPage,
      'on-demand',
    ),
  },
];
