import type { ComponentProps } from 'react';
import { ContactsSidebar } from '../../features/contacts/contacts-sidebar.tsx';
import { ContactsContext } from '../session/contacts-context.tsx';

export function ContactsAside(props: ComponentProps<typeof ContactsSidebar>) {
  return (
    <ContactsContext>
      <ContactsSidebar {...props} />
    </ContactsContext>
  );
}
