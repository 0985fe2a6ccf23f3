import { type ReactNode, useMemo } from 'react';
import { ContactsModelContext } from '../../parts/contacts/use-contacts.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { openContacts } from './open-contacts.ts';
import { useSession } from './session-context.ts';

/** The contacts of whoever is signed in, for the parts of the screen within. */
export function ContactsContext({ children }: { children: ReactNode }) {
  const session = useSessionModel();
  const { api } = useSession();
  const contacts = useMemo(() => openContacts(session, api), [session, api]);
  return <ContactsModelContext value={contacts}>{children}</ContactsModelContext>;
}
