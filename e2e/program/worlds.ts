import { freePort } from '@bocau/server/test-kit/free-port.ts';
import { type PushService, startPushService } from '@bocau/server/test-kit/push-service.ts';
import { timeShift } from '@bocau/server/test-kit/shifted-time/time-shift.ts';
import { type SignOnProvider, startSignOnProvider } from '@bocau/server/test-kit/sign-on-provider.ts';
import { type CalendarFeed, startCalendarFeed } from './start-calendar-feed.ts';
import { startOffice } from './start-office.ts';
import { type Outside, startOutside } from './start-outside.ts';
import { type Program, startProgram } from './start-program.ts';
import { startScanner } from './start-scanner.ts';

export type World = {
  /** Journeys with the same name and options share a program. */
  name: string;
  /** Files are scanned for viruses. */
  scanned: boolean;
  /** The page is served under a host name, which passkeys require. */
  named: boolean;
  /** There is a single sign-on provider for domains to use. Requires `named`. */
  provided: boolean;
  /** Documents can be edited in an office server. Requires `named`. */
  office: boolean;
  /** Settings for mail programs are shown, as on an installation with a certificate. */
  programs: boolean;
  /** There is a push service that browsers can subscribe to. */
  pushed: boolean;
  /** There is a calendar elsewhere that people can follow. */
  fed: boolean;
  /** There are people elsewhere, who are sent mail and answer it. */
  reaching: boolean;
};

export type Worlds = {
  /** Starts the world if it is not running, and stops those entered before, except the shared one. */
  enter(world: World): Promise<Entered>;
  leaveAll(): Promise<void>;
};

export type Entered = {
  program: Program;
  provider: SignOnProvider | null;
  pushes: PushService | null;
  feed: CalendarFeed | null;
  outside: Outside | null;
  leave(): Promise<void>;
};

export const SHARED = 'shared';

/** The worlds of one worker, which switches between them without restarting its browser. */
export function openWorlds(workerIndex: number): Worlds {
  const entered = new Map<string, Entered>();
  let started = 0;
  /** A program takes a second to stop, and nothing needs to wait for it. */
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
  // The program signs with the shifted time of the journeys.
  const pushes = world.pushed ? await startPushService(timeShift()) : null;
  const feed = world.fed ? await startCalendarFeed() : null;
  const outside = world.reaching ? await startOutside() : null;
  const program = await startProgram(folder, {
    ...outside?.env,
    ...(scanner ? { CLAMD: scanner.address } : {}),
    ...(port === null ? {} : { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` }),
    ...(office ? { OFFICE_URL: office.url } : {}),
    ...(world.programs ? WITH_PROGRAMS : {}),
    ...(provider ? { SSO_INTERNAL_HOSTS: provider.host } : {}),
    ...(pushes ? { PUSH_INTERNAL_HOSTS: pushes.host } : {}),
    ...(feed ? { CALENDAR_INTERNAL_HOSTS: feed.host } : {}),
  });
  return {
    program,
    provider,
    pushes,
    feed,
    outside,
    async leave() {
      await program.remove();
      await scanner?.stop();
      await office?.stop();
      await provider?.close();
      await pushes?.close();
      await feed?.close();
      await outside?.close();
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

/** The provider runs in this process, whose clock is not shifted like the program's. */
function atTimeOfJourneys(claims: Record<string, unknown>): Record<string, unknown> {
  const shift = Math.round(timeShift() / 1000);
  const times = ['iat', 'exp', 'auth_time'].filter((name) => typeof claims[name] === 'number');
  return { ...claims, ...Object.fromEntries(times.map((name) => [name, (claims[name] as number) + shift])) };
}
