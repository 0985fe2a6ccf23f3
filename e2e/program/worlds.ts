import { freePort } from '@bocau/server/test-kit/free-port.ts';
import { type PushService, startPushService } from '@bocau/server/test-kit/push-service.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import { type SignOnProvider, startSignOnProvider } from '@bocau/server/test-kit/sign-on-provider.ts';
import { startOffice } from './start-office.ts';
import { type Program, startProgram } from './start-program.ts';
import { startScanner } from './start-scanner.ts';

export type World = {
  /** Journeys of the same name, and with the same in it, share a program. */
  name: string;
  /** Files are scanned. */
  scanned: boolean;
  /** The page is reached by a name, as passkeys ask for. */
  named: boolean;
  /** There is a provider of single sign-on, which a domain can name; with a page that is reached by a name. */
  provided: boolean;
  /** Documents are edited, in an office server; with a page that is reached by a name. */
  office: boolean;
  /** Mail programs are told servers, as an installation with a certificate tells them. */
  programs: boolean;
  /** There is a push service, which browsers can subscribe at. */
  pushed: boolean;
};

export type Worlds = {
  /** Starts what is not running; what was entered before is ended, except for what most share. */
  enter(world: World): Promise<Entered>;
  leaveAll(): Promise<void>;
};

export type Entered = {
  program: Program;
  provider: SignOnProvider | null;
  pushes: PushService | null;
  leave(): Promise<void>;
};

export const SHARED = 'shared';

/** The worlds of one worker, which goes from one into the next: its browser stays open. */
export function openWorlds(workerIndex: number): Worlds {
  const entered = new Map<string, Entered>();
  let started = 0;
  /** A program takes a second to stop, and nobody needs to wait for it. */
  const leaving: Promise<void>[] = [];

  function leave(except: string[]): void {
    for (const [key, world] of entered) {
      if (except.includes(key)) continue;
      entered.delete(key);
      leaving.push(world.leave());
    }
  }

  return {
    async enter(world) {
      const key = keyOf(world);
      leave([key, SHARED]);
      const there = entered.get(key);
      if (there) return there;
      started += 1;
      const fresh = await start(world, `${key}-${workerIndex}-${started}`);
      entered.set(key, fresh);
      return fresh;
    },
    async leaveAll() {
      leave([]);
      await Promise.all(leaving);
    },
  };
}

function keyOf({ name, ...kinds }: World): string {
  return [name, ...Object.entries(kinds).flatMap(([kind, wanted]) => (wanted ? [kind] : []))].join('-');
}

const WITH_PROGRAMS = {
  MAIL_SERVICES: 'smtps://mail.saomai.example:465,imaps://imap.saomai.example:993',
};

async function start(world: World, folder: string): Promise<Entered> {
  const scanner = world.scanned ? await startScanner() : null;
  const office = world.office ? await startOffice() : null;
  const port = world.named ? await freePort() : null;
  const provider = world.provided ? await startProvider(port) : null;
  // The program signs by the time of the journeys.
  const pushes = world.pushed ? await startPushService(timeShift()) : null;
  const program = await startProgram(folder, {
    ...(scanner ? { CLAMD: scanner.address } : {}),
    ...(port === null ? {} : { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }),
    ...(office ? { OFFICE_URL: office.url } : {}),
    ...(world.programs ? WITH_PROGRAMS : {}),
    ...(provider ? { SSO_INTERNAL_HOSTS: provider.host } : {}),
    ...(pushes ? { PUSH_INTERNAL_HOSTS: pushes.host } : {}),
  });
  return {
    program,
    provider,
    pushes,
    async leave() {
      await program.remove();
      await scanner?.stop();
      await office?.stop();
      await provider?.close();
      await pushes?.close();
    },
  };
}

async function startProvider(port: number | null): Promise<SignOnProvider> {
  const home = `http://localhost:${port}`;
  const provider = await startSignOnProvider({
    client_id: 'bocau',
    token_endpoint_auth_method: 'none',
    redirect_uris: [`${home}/sign-on/callback`],
    post_logout_redirect_uris: [`${home}/login`],
  });
  provider.change = atTimeOfJourneys;
  return provider;
}

/** The provider runs here, where it is another time than in the program. */
function atTimeOfJourneys(claims: Record<string, unknown>): Record<string, unknown> {
  const shift = Math.round(timeShift() / 1000);
  const times = ['iat', 'exp', 'auth_time'].filter((name) => typeof claims[name] === 'number');
  return { ...claims, ...Object.fromEntries(times.map((name) => [name, (claims[name] as number) + shift])) };
}
