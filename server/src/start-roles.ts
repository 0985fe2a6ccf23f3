import { buildApp } from './app.ts';
import type { AppContext } from './context.ts';
import { cleaningCron } from './features/cleaning/cleaning.jobs.ts';
import { createFilingQueue } from './features/delivery/filing-queue.ts';
import { type RunningMail, startMail } from './features/delivery/start-mail.ts';
import { blockedAmong } from './features/rules/blocked-senders.ts';
import { strandedCron } from './features/stranded/stranded.jobs.ts';
import { type RunningSubmission, startSubmission } from './features/submission/start-submission.ts';
import { jobHandlers } from './job-handlers.ts';
import { startJobRunner } from './platform/jobs/job-runner.ts';
import { createSenderJudge } from './platform/smtp/judge-sender.ts';

export type Running = {
  /** The ports that were given, for 0 any free one. */
  httpPort: number | null;
  smtpPort: number | null;
  lmtpPort: number | null;
  submissionPort: number | null;
  submissionTlsPort: number | null;
  stop(): Promise<void>;
};

/** Starts what this process is for. The roles stop at the same time, as each may need some seconds. */
export async function startRoles(context: AppContext): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const { config, clock, log } = context;
  const forHttp = started.use(new AsyncDisposableStack());
  const forMail = started.use(new AsyncDisposableStack());
  const forJobs = started.use(new AsyncDisposableStack());
  let httpPort: number | null = null;

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
    log.info({ host: config.http.host, port: httpPort }, 'HTTP is open');
  }

  let mail: RunningMail | null = null;
  let submission: RunningSubmission | null = null;
  if (config.roles.has('mail')) {
    mail = await startMailRole(context, forMail);
    submission = await startSubmissionRole(context, forMail);
  }

  if (config.roles.has('jobs')) {
    const runner = startJobRunner({
      ...context,
      handlers: jobHandlers(context),
      cron: [...cleaningCron, ...strandedCron],
      concurrency: JOBS_AT_ONCE,
    });
    forJobs.defer(() => runner.stop());
  }

  const parts = started.move();
  return {
    httpPort,
    smtpPort: mail?.smtpPort ?? null,
    lmtpPort: mail?.lmtpPort ?? null,
    submissionPort: submission?.port ?? null,
    submissionTlsPort: submission?.tlsPort ?? null,
    async stop() {
      await Promise.all([forHttp, forMail, forJobs].map((role) => role.disposeAsync()));
      await parts.disposeAsync();
    },
  };
}

const HTTP_GRACE_MS = 4_000;
const JOBS_AT_ONCE = 4;
const DNS_TIME_MS = 5_000;

async function startMailRole(context: AppContext, started: AsyncDisposableStack): Promise<RunningMail> {
  const { config, clock, log } = context;
  const judge = createSenderJudge({
    authservId: config.mail.name,
    clock,
    timeLimitMs: DNS_TIME_MS,
    log,
    ...(context.resolver ? { resolver: context.resolver } : {}),
  });
  started.defer(() => judge.close());
  const queue = createFilingQueue({ ...context, senderRules: { blockedAmong } });
  const mail = await startMail(config.mail, { ...context, judge, queue, mailName: config.mail.name });
  started.defer(() => mail.stop());
  const { smtpPort, lmtpPort } = mail;
  log.info({ host: config.mail.host, smtp: smtpPort, lmtp: lmtpPort }, 'Mail comes in');
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
    { host: mail.host, port, ...(tlsPort === null ? {} : { tlsPort }) },
    'Mail programs may send',
  );
  return submission;
}
