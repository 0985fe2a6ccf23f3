import { peopleAt } from '../../parts/contacts/people-address.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import { DirectoryScreen } from './people/directory-screen.tsx';
import { OthersScreen } from './people/others-screen.tsx';

/** What an address of the contacts shows: cards, or people without them. */
export function ContactsRoom() {
  const view = peopleAt(useParams(), useLocation().search);
  if (view === null) return <ContactsScreen />;
  return view.kind === 'directory' ? <DirectoryScreen view={view} /> : <OthersScreen view={view} />;
}
