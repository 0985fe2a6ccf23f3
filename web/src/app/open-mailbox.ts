import type { SocketFrame } from '@bocau/contract/socket.ts';
import { matchPath } from 'react-router';
import { keptSettings } from '../features/settings/kept-settings.ts';
import { placeOfAddress } from '../features/thread-list/list-address.ts';
import type { MailModel } from '../model/mail-model.ts';
import { createBrowserModel } from './browser-model.ts';
import type { Session } from './session.ts';

export type Opening = {
  model: MailModel;
  opened: Promise<void>;
  /** What the socket says, besides the model's own hearing of it. */
  onFrame(listener: (frame: SocketFrame) => void): () => void;
  /** The first list is shown, and held by what shows it. */
  letGo(): void;
};

/** Hands out the mailbox: first the one that is opening already, then one that begins to. */
export type MailboxDoor = { open(): Opening };

/** Begins to open the mailbox before anything is drawn: the first list comes meanwhile. */
export function createMailboxDoor(session: Session, address: URL): MailboxDoor {
  let begun: Opening | null = openMailbox(session, address);
  return {
    open() {
      const opening = begun ?? openMailbox(session, address);
      begun = null;
      return opening;
    },
  };
}

function openMailbox(session: Session, { pathname, search }: URL): Opening {
  const listeners = new Set<(frame: SocketFrame) => void>();
  const model = createBrowserModel(session, (frame) => {
    for (const listener of [...listeners]) listener(frame);
  });
  const inFolder = matchPath('/folder/:name/:id?', pathname)?.params;
  const { list, page } = placeOfAddress(inFolder?.name, inFolder?.id, search);
  const limit = keptSettings().item_per_page;
  const isList = inFolder || pathname === '/advance-search';
  const letGo = isList ? model.holdList({ list, offset: (page - 1) * limit, limit }) : () => {};
  return {
    model,
    opened: model.boot(),
    onFrame(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    letGo,
  };
}
