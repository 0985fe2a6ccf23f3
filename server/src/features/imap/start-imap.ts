import { createImapServer, type ImapServerOptions } from '../../platform/imap/imap-server.ts';
import { isLoopback } from '../../platform/is-loopback.ts';
import { type RunningLineServers, startLineServers } from '../../platform/line-server/start-line-servers.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createTurns } from '../../platform/take-turns.ts';
import { createProgramSessions, type ProgramSessionsDeps } from '../session/program-sessions.ts';
import type { ImapDeps } from './imap-deps.ts';
import { createMailboxWakes } from './mailbox-wakes.ts';
import { serveSession } from './serve-session.ts';

export type ImapConfig = {
  imapHost: string;
  imapPort: number;
  imapTlsPort: number | null;
  plaintextAuthOnLoopback: boolean;
  name: string;
  tls: { certFile: string; keyFile: string } | null;
  maxBytes: number;
};

type Parts = Pick<ImapDeps, 'publisher' | 'blobs' | 'parser' | 'folderCounts'> &
  ProgramSessionsDeps & { metrics: Metrics };

export type RunningImap = Pick<RunningLineServers, 'port' | 'tlsPort' | 'drain' | 'stop'>;

const MAX_CONNECTIONS = 20_000;
const MAX_UNAUTHENTICATED = 100;
const MINUTE_MS = 60_000;
const TIMES = {
  signInMs: MINUTE_MS,
  idleMs: 30 * MINUTE_MS,
  commandMs: 15 * MINUTE_MS,
  workMs: 10 * MINUTE_MS,
  writeMs: 2 * MINUTE_MS,
};

/** IMAP4rev1 (RFC 3501) for people's own mail programs: STARTTLS on one port, implicit TLS on another. */
export async function startImap(config: ImapConfig, parts: Parts): Promise<RunningImap> {
  const { clock, log } = parts;
  await using opened = new AsyncDisposableStack();
  const programs = await createProgramSessions(parts);
  opened.defer(() => programs.stop());
  const wakes = await createMailboxWakes(parts);
  opened.defer(() => wakes.stop());
  const deps: ImapDeps = {
    ...parts,
    programs,
    wakes,
    turns: createTurns(clock),
    allowsPlaintextAuth: (address) => config.plaintextAuthOnLoopback && isLoopback(address),
    maxBytes: config.maxBytes,
    name: config.name,
  };
  const options: Omit<ImapServerOptions, 'port' | 'tls' | 'implicitTls'> = {
    host: config.imapHost,
    maxConnections: MAX_CONNECTIONS,
    maxUnauthenticatedPerAddress: MAX_UNAUTHENTICATED,
    times: TIMES,
    clock,
    log,
    serve: (connection) => serveSession(deps, connection),
  };
  const servers = await startLineServers(
    { port: config.imapPort, tlsPort: config.imapTlsPort, tls: config.tls },
    (listening) => createImapServer({ ...options, ...listening }),
    parts,
  );
  parts.metrics.gauge('bocau_imap_connections', 'Open connections of mail programs that read mail', () => {
    const { plain, tls } = servers.connectionCounts();
    return { imap: plain, ...(tls === null ? {} : { imaps: tls }) };
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
