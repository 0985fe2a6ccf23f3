import { readFile } from 'node:fs/promises';
import { findReturn } from '../../mail/forwarding/take-return.ts';
import type { Recipient } from '../../mail/incoming/find-recipient.ts';
import { createRecipientFinder } from '../../mail/incoming/recipient-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createMailServer } from '../../platform/smtp/mail-server.ts';
import type { MailLog, MailProtocol, MailServerOptions } from '../../platform/smtp/mail-types.ts';
import { replyToError } from '../../platform/smtp/translate-error.ts';
import { type DeliveryDeps, receiveMessage } from './receive-message.ts';

export type MailConfig = {
  host: string;
  smtpPort: number;
  lmtpHost: string;
  lmtpPort: number;
  name: string;
  tls: { certFile: string; keyFile: string } | null;
  maxBytes: number;
};

export type RunningMail = { smtpPort: number; lmtpPort: number; stop(): Promise<void> };

const GRACE_MS = 4_000;
const MINUTE_MS = 60_000;

/** Strangers come by SMTP; LMTP is spoken by the provider's own servers, which keep connections and send much. */
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
  const tls = config.tls
    ? { cert: await readFile(config.tls.certFile), key: await readFile(config.tls.keyFile) }
    : undefined;
  const findRecipient = createRecipientFinder(deps.db, deps.clock);
  const findPlace = async (address: string) => {
    const returned = await findReturn(deps, address);
    return returned ? { accept: returned } : findRecipient(address);
  };
  const common = (protocol: MailProtocol): MailServerOptions<Recipient> => ({
    protocol,
    host: protocol === 'smtp' ? config.host : config.lmtpHost,
    port: protocol === 'smtp' ? config.smtpPort : config.lmtpPort,
    name: config.name,
    ...(tls ? { tls } : {}),
    maxSize: config.maxBytes,
    maxRecipients: 100,
    ...LIMITS[protocol],
    idleTimeoutMs: 5 * MINUTE_MS,
    dataTimeoutMs: 15 * MINUTE_MS,
    clock: deps.clock,
    log: deps.log,
    onRecipient: (address, session) =>
      findPlace(address).catch((error: unknown) => ({
        refuse: replyToError(deps.log, error, { session: session.id }),
      })),
    onMessage: (message) => receiveMessage(deps, message),
  });
  const smtp = createMailServer(common('smtp'));
  const lmtp = createMailServer(common('lmtp'));
  const smtpPort = (await smtp.listen()).port;
  const lmtpPort = (await lmtp.listen()).port;
  deps.metrics.gauge('bocau_mail_connections', 'Open connections that bring mail', () => ({
    smtp: smtp.connectionCount(),
    lmtp: lmtp.connectionCount(),
  }));
  return {
    smtpPort,
    lmtpPort,
    async stop() {
      await Promise.all([smtp.close(GRACE_MS), lmtp.close(GRACE_MS)]);
    },
  };
}
