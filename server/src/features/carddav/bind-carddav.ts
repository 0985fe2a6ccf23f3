import type { AppScope } from '@bocau/contract/app-passwords.ts';
import type { SignInProtocol } from '@bocau/contract/security.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ContactsDeps } from '../../contacts/change-contacts.ts';
import { bindDav, type DavCall } from '../../platform/dav/bind-dav.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { Failure } from '../../platform/failure.ts';
import type { Logger } from '../../platform/logger.ts';
import { programName, readBasic, unauthorized } from './basic-auth.ts';
import { carddav } from './card-names.ts';
import { type BookActs, makeBook, removeBook, renameByProps } from './change-books.ts';
import { moveCard } from './move-card.ts';
import { DAV_ROOT, type DavPerson, placeOf } from './places.ts';
import { propfind } from './propfind.ts';
import { deleteCard, putCard } from './put-card.ts';
import { getCard, methodNotAllowed } from './read-card.ts';
import { createReadingTurns, type ReadingTurns } from './reading-turns.ts';
import { needPrivileges, refuseChanges } from './refuse-changes.ts';
import { report } from './reports.ts';

export type CardDavDeps = ContactsDeps & {
  log: Logger;
  /** By an app password, or by the account's own where that alone opens the web. */
  signIn(given: {
    name: string;
    password: string;
    address: string;
    userAgent: string;
    scope: AppScope;
    protocol: SignInProtocol;
  }): Promise<DavPerson>;
  books: BookActs;
  /** What the site is called. */
  publicUrl: string;
};

/** Books of contacts for programs (RFC 6352), and where they look first (RFC 6764). */
export async function bindCardDav(app: FastifyInstance, deps: CardDavDeps): Promise<void> {
  const { signIn, publicUrl } = deps;
  const { host, protocol } = new URL(publicUrl);
  const reading = createReadingTurns(deps);
  const isEncrypted = protocol === 'https:';
  await bindDav<DavPerson>(app, {
    prefix: DAV_ROOT,
    wellKnown: '/.well-known/carddav',
    abilities: ['extended-mkcol', 'addressbook'],
    async admit(request) {
      const { name, password } = readBasic(request, isEncrypted);
      const userAgent = programName(request.headers['user-agent']);
      return signIn({ name, password, address: request.ip, userAgent, scope: 'dav', protocol: 'dav' });
    },
    handle(call) {
      const hosts = [host, call.request.host];
      return handle({ ...deps, hosts, reading }, call);
    },
    refusalOf,
  });
}

type Deps = ContactsDeps & { books: BookActs; hosts: readonly string[]; reading: ReadingTurns };

async function handle(deps: Deps, call: DavCall<DavPerson>): Promise<FastifyReply> {
  const place = placeOf(call.caller, call.segments);
  await refuseChanges(deps.db, call, place);
  switch (call.method) {
    case 'PROPFIND':
      return propfind(deps, call, place);
    case 'REPORT':
      return report(deps, call, place);
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
  }
}

/** Refusals of the kernel and of signing in, in the words of WebDAV; what is left is answered as everywhere. */
function refusalOf(error: Error): DavRefusal | null {
  if (!(error instanceof Failure)) return null;
  const { code, message, details } = error;
  switch (code) {
    case 'invalid_credentials':
    case 'app_password_required':
    case 'password_exposed':
      return unauthorized(message);
    case 'account_suspended':
    case 'domain_unverified':
      return new DavRefusal(403, message);
    case 'forbidden':
      return needPrivileges(message);
    case 'contact_not_found':
      return new DavRefusal(404, message);
    case 'too_many_contacts':
      return new DavRefusal(507, message);
    case 'already_exists':
      return details?.['precondition'] === 'no-uid-conflict'
        ? new DavRefusal(409, message, { condition: carddav('no-uid-conflict') })
        : new DavRefusal(409, message);
    default:
      return null;
  }
}
