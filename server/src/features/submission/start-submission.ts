import { LIMITS } from '@bocau/contract/limits.ts';
import type { RoutedRecipient } from '../../mail/outbox/outbox-recipients.store.ts';
import {
  createTraceBuffer,
  type TraceBuffer,
  traceRefusals,
  traceRefusedCommand,
} from '../../mail/trace/trace-buffer.ts';
import { isLoopback } from '../../platform/is-loopback.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { refusalLogger } from '../../platform/smtp/log-refusal.ts';
import { createMailServer } from '../../platform/smtp/mail-server.ts';
import type { MailServerOptions } from '../../platform/smtp/mail-types.ts';
import { openCertificate } from '../../platform/tls/renewing-certificate.ts';
import { checkSender, judgeRecipient, mailboxOf, signInByMail } from './judge-client.ts';
import { refuseSignedOut } from './refuse-signed-out.ts';
import type { SubmissionDeps } from './submission-deps.ts';
import { submitMessage } from './submit-message.ts';

export type SubmissionConfig = {
  submissionHost: string;
  submissionPort: number;
  submissionTlsPort: number | null;
  plaintextAuthOnLoopback: boolean;
  name: string;
  tls: { certFile: string; keyFile: string } | null;
  maxBytes: number;
};

export type RunningSubmission = {
  port: number;
  tlsPort: number | null;
  /** Answers new clients with 421; resolves when everything in progress has ended. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

const PROTOCOL = 'submission';
const GRACE_MS = 4_000;
const MINUTE_MS = 60_000;

/**
 * Message submission (RFC 6409) for users' own mail programs: STARTTLS on one port, implicit TLS on another.
 */
export async function startSubmission(
  config: SubmissionConfig,
  deps: SubmissionDeps & { metrics: Metrics },
): Promise<RunningSubmission> {
  const certificate = config.tls && (await openCertificate(config.tls, deps));
  const tls = certificate?.first;
  const trace = createTraceBuffer(deps);
  const rules = rulesFor(config, deps, trace);
  const server = createMailServer({ ...rules, port: config.submissionPort, ...(tls ? { tls } : {}) });
  const tlsServer =
    tls && config.submissionTlsPort !== null
      ? createMailServer({ ...rules, port: config.submissionTlsPort, tls, implicitTls: true })
      : null;
  for (const each of [server, tlsServer])
    if (each !== null) certificate?.onRenewal((renewed) => each.useCertificate(renewed));
  const { port } = await server.listen();
  const tlsPort = tlsServer && (await tlsServer.listen()).port;
  deps.metrics.gauge('bocau_submission_connections', 'Open connections of mail programs', () => ({
    smtp: server.connectionCount(),
    ...(tlsServer ? { smtps: tlsServer.connectionCount() } : {}),
  }));
  return {
    port,
    tlsPort,
    async drain() {
      await Promise.all([server.drain(), tlsServer?.drain()]);
    },
    async stop() {
      certificate?.stop();
      await Promise.all([server.close(GRACE_MS), tlsServer?.close(GRACE_MS)]);
      await trace.close();
    },
  };
}

function rulesFor(
  config: SubmissionConfig,
  deps: SubmissionDeps,
  trace: TraceBuffer,
): Omit<MailServerOptions<RoutedRecipient>, 'port'> {
  const logRefusal = refusalLogger(deps.log, PROTOCOL);
  return {
    protocol: 'smtp',
    host: config.submissionHost,
    name: config.name,
    maxSize: config.maxBytes,
    maxRecipients: LIMITS.recipientsPerMail,
    maxConnections: 500,
    // An office shares one address.
    maxConnectionsPerAddress: 100,
    maxMessagesPerConnection: 100,
    maxBadCommands: 20,
    maxUnknownRecipients: 200,
    idleTimeoutMs: 5 * MINUTE_MS,
    dataTimeoutMs: 15 * MINUTE_MS,
    clock: deps.clock,
    log: deps.log,
    onRefusal(refusal) {
      logRefusal(refusal);
      // Without a mailbox it is a failed sign-in, or unauthenticated.
      if (refusal.mailbox !== null) traceRefusedCommand(trace, PROTOCOL, refusal);
    },
    onAnswers({ remoteAddress: address }, envelope, answers) {
      traceRefusals(trace, { protocol: PROTOCOL, address }, envelope, answers);
    },
    submission: {
      allowsPlaintextAuth: (address) => config.plaintextAuthOnLoopback && isLoopback(address),
      onSignIn: (given, session) => signInByMail(deps, given, session),
      async onSender(address, session) {
        await refuseSignedOut(deps.db, session);
        await checkSender(deps, mailboxOf(session), address);
      },
    },
    onRecipient: (address) => judgeRecipient(deps, address),
    onMessage: (message) => submitMessage(deps, message),
  };
}
