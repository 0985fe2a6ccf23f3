import { useEffect } from 'react';
import { useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { readOrder } from './kept-order.ts';

/** Books, lists and acts come with the first page of contacts, which other screens of the room don't read. */
export function useContactsStarted(): void {
  const model = useContactsModel();
  useEffect(() => model.hold({ list: { kind: 'all' }, order: readOrder(), from: null }), [model]);
}
