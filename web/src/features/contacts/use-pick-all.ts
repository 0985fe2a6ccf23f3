import { useEffect } from 'react';
import type { ContactPlace } from '../../model/contacts/contact-place.ts';
import type { ContactsModel, ContactsView } from '../../model/contacts/contacts-model.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { useLoadRest } from './use-load-rest.ts';

type List = { model: ContactsModel; place: ContactPlace; placeKey: string; view: ContactsView };

/** The most rows of a list that are loaded in order to select them all: requests name each of them. */
const MOST = 5_000;

export type PickAll = {
  /** Selects the loaded contacts. */
  loaded(): void;
  /**
   * The size of the whole list, if it may be selected as a whole; null where that is unknown or too large.
   */
  most: number | null;
  /** Selects the whole list: contacts not loaded yet are selected when they arrive. */
  whole(): void;
  isComing: boolean;
  stop(): void;
};

export function usePickAll(where: List, select: (selection: Selection) => void): PickAll {
  const { view, placeKey } = where;
  const [isComing, setComing] = useKeyed(placeKey, false);
  useLoadRest(where, isComing);
  const loaded = () => select({ ...NOTHING_PICKED, ids: new Set(view.contacts.map(({ id }) => id)) });

  useEffect(() => {
    if (!isComing || view.hasMore) return;
    setComing(false);
    loaded();
  });

  return {
    loaded,
    most: view.total !== null && view.total <= MOST ? view.total : null,
    whole: () => setComing(true),
    isComing,
    stop: () => setComing(false),
  };
}
