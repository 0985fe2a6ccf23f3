import { useEffect } from 'react';
import { type PeopleView, peopleAt } from '../../parts/contacts/people-address.ts';
import { useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import { readOrder } from './kept-order.ts';
import { DirectoryScreen } from './people/directory-screen.tsx';
import { OthersScreen } from './people/others-screen.tsx';

/** What an address of the contacts shows: cards, or people without them. */
export function ContactsRoom() {
  const view = peopleAt(useParams(), useLocation().search);
  return view === null ? <ContactsScreen /> : <People view={view} />;
}

function People({ view }: { view: PeopleView }) {
  const model = useContactsModel();
  // Books and lists beside them, and acts on a card that is made here, come with the contacts.
  useEffect(() => model.hold({ list: { kind: 'all' }, order: readOrder(), from: null }), [model]);
  return view.kind === 'directory' ? <DirectoryScreen view={view} /> : <OthersScreen view={view} />;
}
