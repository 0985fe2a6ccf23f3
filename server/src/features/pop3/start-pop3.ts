import { isLoopback } from '../../platform/is-loopback.ts';
import { type RunningLineServers, startLineServers } from '../../platform/line-server/start-line-servers.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createPop3Server, type Pop3ServerOptions } from '../../platform/pop3/pop3-server.ts';
import { createProgramSessions, type ProgramSessionsDeps } from '../session/program-sessions.ts';
import type { Pop3Deps } from './pop3-deps.ts';
import { serveSession } from './serve-session.ts';

export type Pop3Config = {
  /** Beside IMAP. */
  imapHost: string;
  pop3Port: number;
  pop3TlsPort: number | null;
  plaintextAuthOnLoopback: boolean;
  name: string;
  tls: { certFile: string; keyFile: string } | null;
};

type Parts = Pick<Pop3Deps, 'publisher' | 'blobs'> & ProgramSessionsDeps & { metrics: Metrics };

export type RunningPop3 = Pick<RunningLineServers, 'port' | 'tlsPort' | 'drain' | 'stop'>;

const MAX_CONNECTIONS = 5_000;
const MAX_UNAUTHENTICATED = 100;
const MINUTE_MS = 60_000;
/** Ten minutes are the least that RFC 1939 section 3 allows. */
const IDLE_MS = 10 * MINUTE_MS;
const TIMES = {
  signInMs: MINUTE_MS,
  idleMs: IDLE_MS,
  commandMs: MINUTE_MS,
  workMs: 10 * MINUTE_MS,
  writeMs: 2 * MINUTE_MS,
};

/** POP3 (RFC 1939) for people's own mail programs: STLS on one port, implicit TLS on another. */
export async function startPop3(config: Pop3Config, parts: Parts): Promise<RunningPop3> {
  const { clock, log } = parts;
  await using opened = new AsyncDisposableStack();
  const programs = await createProgramSessions(parts);
  opened.defer(() => programs.stop());
  const deps: Pop3Deps = {
    ...parts,
    programs,
    allowsPlaintextAuth: (address) => config.plaintextAuthOnLoopback && isLoopback(address),
    name: config.name,
  };
  const options: Omit<Pop3ServerOptions, 'port' | 'tls' | 'implicitTls'> = {
    host: config.imapHost,
    maxConnections: MAX_CONNECTIONS,
    maxUnauthenticatedPerAddress: MAX_UNAUTHENTICATED,
    times: TIMES,
    clock,
    log,
    serve: (connection) => serveSession(deps, connection),
  };
  const servers = await startLineServers(
    { port: config.pop3Port, tlsPort: config.pop3TlsPort, tls: config.tls },
    (listening) => createPop3Server({ ...options, ...listening }),
    parts,
  );
  parts.metrics.gauge('bocau_pop3_connections', 'Open connections of mail programs that fetch mail', () => {
    const { plain, tls } = servers.connectionCounts();
    return { pop3: plain, ...(tls === null ? {} : { pop3s: tls }) };
  });
  const kept = opened.move();
  return {
    port: servers.port,
    tlsPort: servers.tlsPort,
    drain: servers.drain,
    async stop() {
      await servers.stop();
      await kept.disposeAsync();
    },
  };
}
