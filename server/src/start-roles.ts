import { buildApp } from './app.ts';
import type { AppContext } from './context.ts';
import { type RunningMail, startMail } from './features/delivery/start-mail.ts';
import { type RunningImap, startImap } from './features/imap/start-imap.ts';
import { type RunningPop3, startPop3 } from './features/pop3/start-pop3.ts';
import { createMailRules } from './features/rules/mail-rules.ts';
import { type RunningSubmission, startSubmission } from './features/submission/start-submission.ts';
import { CRON_JOBS, jobHandlers } from './job-handlers.ts';
import { createDeliveryQueue } from './mail/incoming/delivery-queue.ts';
import { createDomainFinder } from './mail/incoming/domain-cache.ts';
import { createOperations } from './platform/http/operations.ts';
import { type JobRunnerOptions, startJobRunner } from './platform/jobs/job-runner.ts';
import { measureJobs, measureLanes } from './platform/jobs/measure-jobs.ts';
import type { Lane, TaskHandler } from './platform/jobs/task.ts';
import { createSpamFilter } from './platform/rspamd/spam-filter.ts';
import { createSenderJudge } from './platform/smtp/judge-sender.ts';

export type Running = {
  /** The ports that were given, for 0 any free one. */
  httpPort: number | null;
  operationsPort: number;
  smtpPort: number | null;
  lmtpPort: number | null;
  socketmapPort: number | null;
  submissionPort: number | null;
  submissionTlsPort: number | null;
  imapPort: number | null;
  imapTlsPort: number | null;
  pop3Port: number | null;
  pop3TlsPort: number | null;
  /**
   * Takes no more mail and no more jobs, and answers when what was under way has ended or has taken too long. HTTP goes
   * on until the stop.
   */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts what this process is for. The roles stop at the same time, as each may need some seconds. */
export async function startRoles(context: AppContext): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const { config, clock, log } = context;
  const forHttp = started.use(new AsyncDisposableStack());
  const forMail = started.use(new AsyncDisposableStack());
  const forImap = started.use(new AsyncDisposableStack());
  const forJobs = started.use(new AsyncDisposableStack());
  let httpPort: number | null = null;
  const operationsPort = await startOperations(context, started);
  const handlers = jobHandlers({ ...context, db: context.background.db });
  const tasks = handlers.map(({ task }) => task);
  measureJobs(context.metrics, context.db, tasks);
  measureLanes(context.metrics, context.db, tasks);

  if (config.roles.has('http')) {
    const app = await buildApp(context);
    forHttp.defer(async () => {
      // Somebody may have half asked for something, and never go on.
      const cut = clock.after(HTTP_GRACE_MS, () => app.server.closeAllConnections());
      await app.close();
      cut.stop();
    });
    await app.listen({ host: config.http.host, port: config.http.port });
    const address = app.server.address();
    httpPort = typeof address === 'object' && address !== null ? address.port : config.http.port;
    log.info({ host: config.http.host, port: httpPort }, 'HTTP listening');
  }

  let mail: RunningMail | null = null;
  let submission: RunningSubmission | null = null;
  if (config.roles.has('mail')) {
    mail = await startMailRole(context, forMail);
    submission = await startSubmissionRole(context, forMail);
  }

  let imap: RunningImap | null = null;
  let pop3: RunningPop3 | null = null;
  if (config.roles.has('imap')) {
    imap = await startImapRole(context, forImap);
    pop3 = await startPop3Role(context, forImap);
  }

  const jobs = config.roles.has('jobs') ? startJobsRole(context, handlers, forJobs) : null;
  context.startUp.waitingFor.delete('ports');

  const stopping = new AbortController();
  const parts = started.move();
  return {
    httpPort,
    operationsPort,
    smtpPort: mail?.smtpPort ?? null,
    lmtpPort: mail?.lmtpPort ?? null,
    socketmapPort: mail?.socketmapPort ?? null,
    submissionPort: submission?.port ?? null,
    submissionTlsPort: submission?.tlsPort ?? null,
    imapPort: imap?.port ?? null,
    imapTlsPort: imap?.tlsPort ?? null,
    pop3Port: pop3?.port ?? null,
    pop3TlsPort: pop3?.tlsPort ?? null,
    async drain() {
      const mailEnded = Promise.all([mail?.drain(), submission?.drain(), imap?.drain(), pop3?.drain()]);
      const late = new AbortController();
      await Promise.all([
        Promise.race([
          mailEnded,
          clock.sleep(MAIL_DRAIN_MS, AbortSignal.any([late.signal, stopping.signal])),
        ]),
        jobs?.drain(JOBS_DRAIN_MS),
      ]);
      late.abort();
    },
    async stop() {
      stopping.abort();
      await Promise.all([forHttp, forMail, forImap, forJobs].map((role) => role.disposeAsync()));
      await parts.disposeAsync();
    },
  };
}

/** Before the roles, so that it says from the start whether they are ready; it ends after them. */
async function startOperations(context: AppContext, started: AsyncDisposableStack): Promise<number> {
  const { host, port } = context.config.operations;
  const app = createOperations(context);
  await app.listen({ host, port });
  started.defer(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const address = app.server.address();
  const opened = typeof address === 'object' && address !== null ? address.port : port;
  context.log.info({ host, port: opened }, 'operations listening');
  return opened;
}

const HTTP_GRACE_MS = 4_000;
/** A client that sends slowly may finish its message. */
const MAIL_DRAIN_MS = 120_000;
/** Longer than a message takes to a slow server, and than a bulk action or a preview. */
const JOBS_DRAIN_MS = 600_000;
const DNS_TIME_MS = 5_000;

type LaneLimits = Pick<JobRunnerOptions, 'concurrency' | 'connections' | 'fair' | 'resumable'>;

/** Transmissions wait for other servers, and need little of ours meanwhile. */
const LANES: Record<Lane, LaneLimits> = {
  inside: { concurrency: 4 },
  outside: { concurrency: 512, connections: 4, fair: true },
  // Each files for several members at once; mail between two people doesn't wait for them.
  groups: { concurrency: 1 },
  slow: { concurrency: 4, connections: 2, fair: true, resumable: true },
};

/** Answers how its jobs are drained, before the process is stopped. */
function startJobsRole(
  context: AppContext,
  handlers: TaskHandler[],
  started: AsyncDisposableStack,
): { drain(withinMs: number): Promise<unknown> } {
  const runners = Object.entries(LANES).map(([lane, limits]) =>
    startJobRunner({
      ...context,
      handlers: handlers.filter(({ task }) => task.lane === lane),
      cron: CRON_JOBS.filter(({ task }) => task.lane === lane),
      ...limits,
    }),
  );
  started.defer(async () => void (await Promise.all(runners.map((runner) => runner.stop()))));
  return { drain: (withinMs) => Promise.all(runners.map((runner) => runner.drain(withinMs))) };
}

async function startMailRole(context: AppContext, started: AsyncDisposableStack): Promise<RunningMail> {
  const { config, clock, log } = context;
  const judge = createSenderJudge({
    authservId: config.mail.name,
    clock,
    timeLimitMs: DNS_TIME_MS,
    log,
    resolver: context.resolver,
  });
  started.defer(() => judge.close());
  const queue = createDeliveryQueue({ ...context, mailRules: createMailRules(context) });
  const countChecks = (outcome: string) => context.metrics.spamChecks.inc({ outcome });
  const mail = await startMail(config.mail, {
    ...context,
    judge,
    queue,
    findOwnDomains: createDomainFinder(context.db, clock),
    mailName: config.mail.name,
    gateways: config.mail.gateways,
    spamFilter: config.rspamd && createSpamFilter({ ...config.rspamd, clock, log, count: countChecks }),
  });
  started.defer(() => mail.stop());
  const { smtpPort, lmtpPort } = mail;
  const { host, lmtpHost } = config.mail;
  const { socketmapPort } = mail;
  const asked = socketmapPort === null ? {} : { socketmap: socketmapPort };
  log.info({ host, smtp: smtpPort, lmtpHost, lmtp: lmtpPort, ...asked }, 'SMTP and LMTP listening');
  return mail;
}

async function startSubmissionRole(
  context: AppContext,
  started: AsyncDisposableStack,
): Promise<RunningSubmission> {
  const { mail } = context.config;
  const submission = await startSubmission(mail, { ...context, mailName: mail.name });
  started.defer(() => submission.stop());
  const { port, tlsPort } = submission;
  context.log.info(
    { host: mail.submissionHost, port, ...(tlsPort === null ? {} : { tlsPort }) },
    'submission listening',
  );
  return submission;
}

async function startImapRole(context: AppContext, started: AsyncDisposableStack): Promise<RunningImap> {
  const { mail } = context.config;
  const imap = await startImap(mail, context);
  started.defer(() => imap.stop());
  const { port, tlsPort } = imap;
  context.log.info({ host: mail.imapHost, port, ...(tlsPort === null ? {} : { tlsPort }) }, 'IMAP listening');
  return imap;
}

async function startPop3Role(context: AppContext, started: AsyncDisposableStack): Promise<RunningPop3> {
  const { mail } = context.config;
  const pop3 = await startPop3(mail, context);
  started.defer(() => pop3.stop());
  const { port, tlsPort } = pop3;
  context.log.info({ host: mail.imapHost, port, ...(tlsPort === null ? {} : { tlsPort }) }, 'POP3 listening');
  return pop3;
}
