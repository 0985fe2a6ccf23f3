import { findForwardBounce } from '../../mail/forwarding/forward-bounces.ts';
import { findGroupReturn } from '../../mail/forwarding/group-returns.ts';
import { createRecipientFinder } from '../../mail/incoming/recipient-cache.ts';
import { createTraceBuffer, traceRefusals, traceRefusedCommand } from '../../mail/trace/trace-buffer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { refusalLogger } from '../../platform/smtp/log-refusal.ts';
import { createMailServer } from '../../platform/smtp/mail-server.ts';
import type {
  MailLog,
  MailProtocol,
  MailServerOptions,
  RecipientVerdict,
} from '../../platform/smtp/mail-types.ts';
import { accepted, replies } from '../../platform/smtp/reply.ts';
import { openCertificate } from '../../platform/tls/renewing-certificate.ts';
import { startDomainMap } from './domain-map.ts';
import { judgeForGroup } from './give-to-group.ts';
import { type DeliveryDeps, type Place, receiveMessage } from './receive-message.ts';

export type MailConfig = {
  host: string;
  smtpPort: number;
  lmtpHost: string;
  lmtpPort: number;
  socketmapPort: number | null;
  name: string;
  tls: { certFile: string; keyFile: string } | null;
  maxBytes: number;
};

export type RunningMail = {
  smtpPort: number;
  lmtpPort: number;
  socketmapPort: number | null;
  /** Answers new clients with 421; resolves when everything in progress has ended. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Per message; a front mail server should not send more at once. */
export const MOST_RECIPIENTS = 100;

const GRACE_MS = 4_000;
const MINUTE_MS = 60_000;

/**
 * Strangers connect over SMTP; LMTP is used by the provider's own servers, which keep connections and send
 * much.
 */
const LIMITS = {
  smtp: {
    maxConnections: 500,
    maxConnectionsPerAddress: 50,
    maxMessagesPerConnection: 100,
    maxBadCommands: 20,
    maxUnknownRecipients: 50,
  },
  lmtp: {
    maxConnections: 500,
    maxConnectionsPerAddress: 500,
    maxMessagesPerConnection: 10_000,
    maxBadCommands: 100,
    maxUnknownRecipients: 200,
  },
};

export async function startMail(
  config: MailConfig,
  deps: DeliveryDeps & { clock: Clock; metrics: Metrics; log: MailLog },
): Promise<RunningMail> {
  const certificate = config.tls && (await openCertificate(config.tls, deps));
  const findRecipient = createRecipientFinder(deps.db, deps.clock);
  const findPlace = async (address: string, from: string): Promise<RecipientVerdict<Place>> => {
    const returned = await findForwardBounce(deps, address);
    if (returned) return { accept: returned };
    const copy = await findGroupReturn(deps, address);
    if (copy) return { accept: { returned: copy, email: address } };
    const found = await findRecipient(address);
    return 'group' in found ? judgeForGroup(deps.db, found.group, { address, from }) : found;
  };
  const trace = createTraceBuffer(deps);
  const logRefusal = { smtp: refusalLogger(deps.log, 'smtp'), lmtp: refusalLogger(deps.log, 'lmtp') };
  const common = (protocol: MailProtocol): MailServerOptions<Place> => ({
    protocol,
    host: protocol === 'smtp' ? config.host : config.lmtpHost,
    port: protocol === 'smtp' ? config.smtpPort : config.lmtpPort,
    name: config.name,
    ...(certificate ? { tls: certificate.first } : {}),
    maxSize: config.maxBytes,
    maxRecipients: MOST_RECIPIENTS,
    ...LIMITS[protocol],
    idleTimeoutMs: 5 * MINUTE_MS,
    dataTimeoutMs: 15 * MINUTE_MS,
    clock: deps.clock,
    log: deps.log,
    onRefusal(refusal) {
      logRefusal[protocol](refusal);
      traceRefusedCommand(trace, protocol, refusal);
    },
    onAnswers({ remoteAddress }, envelope, answers) {
      // A full mailbox was traced by the delivery itself.
      const others = answers.map((answer) => (answer === replies.mailboxFull ? accepted() : answer));
      traceRefusals(trace, { protocol, address: remoteAddress }, envelope, others);
    },
    onRecipient: (address, _session, { from }) => findPlace(address, from),
    onMessage: (message) => receiveMessage(deps, message),
  });
  const smtp = createMailServer(common('smtp'));
  const lmtp = createMailServer(common('lmtp'));
  for (const server of [smtp, lmtp]) certificate?.onRenewal((renewed) => server.useCertificate(renewed));
  const smtpPort = (await smtp.listen()).port;
  const lmtpPort = (await lmtp.listen()).port;
  const { lmtpHost, socketmapPort } = config;
  const domains =
    socketmapPort === null ? null : await startDomainMap({ host: lmtpHost, port: socketmapPort }, deps);
  deps.metrics.gauge('bocau_mail_connections', 'Open connections that bring mail', () => ({
    smtp: smtp.connectionCount(),
    lmtp: lmtp.connectionCount(),
  }));
  return {
    smtpPort,
    lmtpPort,
    socketmapPort: domains?.port ?? null,
    async drain() {
      await Promise.all([smtp.drain(), lmtp.drain()]);
    },
    async stop() {
      certificate?.stop();
      await Promise.all([smtp.close(GRACE_MS), lmtp.close(GRACE_MS), domains?.close()]);
      await trace.close();
    },
  };
}
