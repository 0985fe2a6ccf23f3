import type { User } from '@bocau/contract/account.ts';
import { IconAddressBook, IconCalendar, IconCloud, IconMail } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

type AsideProps = { folded: boolean; inDrawer: boolean; children?: ReactNode };

type Room = {
  /** Also its key in the texts of `folders`. */
  id: 'mail' | 'calendar' | 'contacts' | 'drive' | 'invoices';
  /** Its start page. */
  to: string;
  /** Address prefixes of its screens; that of its start page unless given. */
  screens?: readonly string[];
  /** In the header of a wide screen, in place of the search of mail; nothing where nothing is searched. */
  Search?: ComponentType;
  /** In place of the mail folders. */
  Aside?: ComponentType<AsideProps>;
};

export type Service = Room & {
  icon: ComponentType<{ size?: number }>;
  /** For everybody unless given. */
  isFor?(user: User): boolean;
};

type Loaders = typeof import('./service-parts.ts');

/** A part of another service than mail, loaded when it is shown. */
function part<Props extends object>(load: keyof Loaders) {
  return lazyPart(
    async () => (await import('./service-parts.ts'))[load]() as Promise<ComponentType<Props>>,
    'on-demand',
  );
}

/** LY-7: the services to switch between; a new one is added here. */
export const SERVICES: readonly Service[] = [
  {
    id: 'mail',
    to: '/',
    icon: IconMail,
    screens: ['/folder/', '/label/', '/advance-search', '/message/', '/compose-mailto', '/merges'],
  },
  {
    id: 'calendar',
    to: '/calendar',
    icon: IconCalendar,
    Search: part<object>('loadCalendarSearch'),
    Aside: part<AsideProps>('loadCalendarAside'),
  },
  {
    id: 'contacts',
    to: '/contacts',
    icon: IconAddressBook,
    Search: part<object>('loadContactsSearch'),
    Aside: part<AsideProps>('loadContactsAside'),
  },
  {
    id: 'drive',
    to: '/drive',
    icon: IconCloud,
    isFor: (user) => user.enable_drive,
    Search: part<object>('loadDriveSearch'),
  },
];

const INVOICES: Room = { id: 'invoices', to: '/invoices', Search: part<object>('loadInvoicesSearch') };
/** Offered by a part of its own, once there is an invoice. */
export const InvoicesLink = part<object>('loadInvoicesLink');

export function serviceAt(pathname: string): Room | undefined {
  return [...SERVICES, INVOICES].find(({ to, screens = [to] }) =>
    screens.some((screen) => pathname.startsWith(screen)),
  );
}
