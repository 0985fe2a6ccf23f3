import type { Clock } from '../clock.ts';
import { openCertificate } from '../tls/renewing-certificate.ts';
import type { LineLog, LineServer } from './line-server.ts';

export type LinePorts = {
  port: number;
  /** Null: nowhere is encrypted from the start. */
  tlsPort: number | null;
  tls: { certFile: string; keyFile: string } | null;
};

export type RunningLineServers = {
  port: number;
  tlsPort: number | null;
  connectionCounts(): { plain: number; tls: number | null };
  /** Says goodbye to who comes and who waits; answers when what was under way has ended. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

type Listening = { port: number; tls: { cert: Buffer; key: Buffer } | null; implicitTls: boolean };

const GRACE_MS = 4_000;

/** A protocol on its two ports, one with STARTTLS and one with implicit TLS, whose certificate is renewed while they run. */
export async function startLineServers(
  ports: LinePorts,
  create: (listening: Listening) => LineServer,
  deps: { clock: Clock; log: LineLog },
): Promise<RunningLineServers> {
  await using opened = new AsyncDisposableStack();
  const certificate = ports.tls && (await openCertificate(ports.tls, deps));
  opened.defer(() => certificate?.stop());
  const servers: LineServer[] = [];
  opened.defer(async () => void (await Promise.all(servers.map((server) => server.close(GRACE_MS)))));
  const tls = certificate?.first ?? null;
  const listen = async (port: number, implicitTls: boolean) => {
    const server = create({ port, tls, implicitTls });
    servers.push(server);
    certificate?.onRenewal((renewed) => server.useCertificate(renewed));
    const { port: given } = await server.listen();
    return { port: given, connectionCount: server.connectionCount };
  };
  const plain = await listen(ports.port, false);
  const encrypted = tls && ports.tlsPort !== null ? await listen(ports.tlsPort, true) : null;
  const kept = opened.move();
  return {
    port: plain.port,
    tlsPort: encrypted?.port ?? null,
    connectionCounts: () => ({
      plain: plain.connectionCount(),
      tls: encrypted?.connectionCount() ?? null,
    }),
    async drain() {
      await Promise.all(servers.map((server) => server.drain()));
    },
    stop: () => kept.disposeAsync(),
  };
}
