import { ContactsRoom } from '../../features/contacts/contacts-room.tsx';
import { ContactsContext } from '../session/contacts-context.tsx';

export function ContactsPage() {
  return (
    <ContactsContext>
      <ContactsRoom />
    </ContactsContext>
  );
}
