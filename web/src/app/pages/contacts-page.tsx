import { ContactsRoom } from '../../features/contacts/contacts-room.tsx';
import { GroupsScreen } from '../../features/contacts/groups/groups-screen.tsx';
import { useParams } from '../../router/router.tsx';
import { ContactsContext } from '../session/contacts-context.tsx';

export function ContactsPage() {
  const { place, id } = useParams();
  if (place === 'groups') return <GroupsScreen group={id ?? null} />;
  return (
    <ContactsContext>
      <ContactsRoom />
    </ContactsContext>
  );
}
