import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { bindDav } from '../dav/bind-dav.ts';
import { DavRefusal } from '../dav/dav-refusal.ts';
import { needPrivileges } from '../dav/refusals.ts';
import { Failure } from '../failure.ts';
import type { Logger } from '../logger.ts';
import { answerFolder } from './answer-folders.ts';
import { programName, readBasic, unauthorized } from './basic-auth.ts';
import type { DavCaller, DavHome, DavPerson } from './dav-home.ts';
import { createReadingTurns } from './reading-turns.ts';
import { DAV_ROOT, placeOnSite } from './site-places.ts';

export type DavSiteDeps = {
  clock: Clock;
  log: Logger;
  /** By an app password, or by the account's own where that alone opens the web. */
  signIn(given: { name: string; password: string; address: string; userAgent: string }): Promise<DavPerson>;
  /** The form in which addresses are compared. */
  foldAddress(address: string): string;
  /** What the site is called. */
  publicUrl: string;
};

/**
 * One root for all that programs keep copies of: who calls, their principal, and a folder for each kind of home. What is
 * in a home is its own matter.
 */
export async function bindDavSite(
  app: FastifyInstance,
  deps: DavSiteDeps,
  homes: readonly DavHome[],
): Promise<void> {
  const { signIn, foldAddress } = deps;
  const { host, protocol } = new URL(deps.publicUrl);
  const reading = createReadingTurns(deps);
  const isEncrypted = protocol === 'https:';
  await bindDav<DavCaller>(app, {
    prefix: DAV_ROOT,
    wellKnown: homes.map(({ wellKnown }) => wellKnown),
    abilitiesAt: (segments) => [
      ...['extended-mkcol', ...homes.map(({ ability }) => ability)],
      ...homes.flatMap(({ folder, abilityInside }) => (segments?.[0] === folder ? abilityInside : [])),
    ],
    async admit(request) {
      const { name, password } = readBasic(request, isEncrypted);
      const userAgent = programName(request.headers['user-agent']);
      const person = await signIn({ name, password, address: request.ip, userAgent });
      return { ...person, isNamed: (address) => person.addresses.includes(foldAddress(address)) };
    },
    async handle(call) {
      const place = placeOnSite(homes, call.caller, call.segments);
      if (place.kind !== 'home') return answerFolder(homes, call, place);
      const home = homes.find(({ folder }) => folder === place.folder) as DavHome;
      try {
        const hosts = [host, call.request.host];
        const takeTurn = () => reading.enter(call.caller.person, call.reply);
        return await home.handle({ ...call, path: place.path, hosts, takeTurn });
      } catch (error) {
        throw (error instanceof Error && home.refusalOf(error)) || error;
      }
    },
    refusalOf,
  });
}

/** Refusals of signing in and of rights, in the words of WebDAV; what is left is answered as everywhere. */
function refusalOf(error: Error): DavRefusal | null {
  if (!(error instanceof Failure)) return null;
  const { code, message } = error;
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
    case 'already_exists':
      return new DavRefusal(409, message);
    default:
      return null;
  }
}
