import { type PeopleView, peopleAt } from '../../parts/contacts/people-address.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import { DirectoryScreen } from './people/directory-screen.tsx';
import { OthersScreen } from './people/others-screen.tsx';
import { useContactsStarted } from './use-contacts-started.ts';

/** What an address of the contacts shows: cards, or people without them. */
export function ContactsRoom() {
  const view = peopleAt(useParams(), useLocation().search);
  return view === null ? <ContactsScreen /> : <People view={view} />;
}

function People({ view }: { view: PeopleView }) {
  useContactsStarted();
  return view.kind === 'directory' ? <DirectoryScreen view={view} /> : <OthersScreen view={view} />;
}
