import { ContactsScreen } from '../../features/contacts/contacts-screen.tsx';
import { ContactsContext } from '../session/contacts-context.tsx';

export function ContactsPage() {
  return (
    <ContactsContext>
      <ContactsScreen />
    </ContactsContext>
  );
}
