import type { FastifyReply } from 'fastify';
import type { ContactsDeps } from '../../contacts/change-contacts.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { href } from '../../platform/dav/multistatus.ts';
import type { DavHome, HomeCall } from '../../platform/dav-site/dav-home.ts';
import { Failure } from '../../platform/failure.ts';
import { carddav } from './card-names.ts';
import { type BookActs, makeBook, removeBook, renameByProps } from './change-books.ts';
import { moveCard } from './move-card.ts';
import { BOOKS, homeHref, placeOf } from './places.ts';
import { propfind } from './propfind.ts';
import { deleteCard, putCard } from './put-card.ts';
import { getCard, methodNotAllowed } from './read-card.ts';
import { refuseChanges } from './refuse-changes.ts';
import { report } from './reports.ts';

export type CardDavDeps = ContactsDeps & { books: BookActs };

/** Books of contacts for programs (RFC 6352), and where they look first (RFC 6764). */
export function cardDavHome(deps: CardDavDeps): DavHome {
  return {
    folder: BOOKS,
    ability: 'addressbook',
    abilityInside: [],
    wellKnown: '/.well-known/carddav',
    ofPrincipal: [
      {
        name: carddav('addressbook-home-set'),
        read: ({ address }) => href(homeHref(address)),
        onlyNamed: true,
      },
    ],
    handle: (call) => handle(deps, call),
    refusalOf,
  };
}

async function handle(deps: CardDavDeps, call: HomeCall): Promise<FastifyReply> {
  const place = placeOf(call.path);
  await refuseChanges(deps.db, call, place);
  switch (call.method) {
    case 'PROPFIND':
      return propfind(deps.db, call, place);
    case 'REPORT':
      return report(deps.db, call, place);
    case 'GET':
    case 'HEAD':
      return getCard(deps.db, call, place);
    case 'PUT':
      return putCard(deps, call, place);
    case 'DELETE':
      if (place.kind === 'card') return deleteCard(deps, call, place);
      if (place.kind === 'book') return removeBook(deps, call, place);
      throw methodNotAllowed(place);
    case 'COPY':
    case 'MOVE':
      return moveCard(deps, call, place);
    case 'MKCOL':
      return makeBook(deps, call, place);
    case 'PROPPATCH':
      return renameByProps(deps, call, place);
    case 'MKCALENDAR':
    case 'POST':
      throw methodNotAllowed(place);
  }
}

/** Refusals of the kernel in the words of CardDAV. */
function refusalOf(error: Error): DavRefusal | null {
  if (!(error instanceof Failure)) return null;
  const { code, message, details } = error;
  switch (code) {
    case 'contact_not_found':
      return new DavRefusal(404, message);
    case 'too_many_contacts':
      return new DavRefusal(507, message);
    case 'already_exists':
      return details?.['precondition'] === 'no-uid-conflict'
        ? new DavRefusal(409, message, { condition: carddav('no-uid-conflict') })
        : null;
    default:
      return null;
  }
}
