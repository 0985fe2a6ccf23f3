import Fastify, { type FastifyInstance } from 'fastify';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';

type OperationsDeps = {
  database: Pick<Database<unknown>, 'pool'>;
  blobs: BlobStore;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  startUp: { waitingFor: string | null };
};

const REMEMBERED_MS = 5_000;

/** For operators, on a port of its own: liveness, readiness and metrics. */
export function createOperations(deps: OperationsDeps): FastifyInstance {
  const { clock, metrics } = deps;
  const app: FastifyInstance = Fastify();
  let blobsChecked: { at: number; fault: string | null } | null = null;

  async function findFault(): Promise<string | null> {
    if (deps.startUp.waitingFor !== null) return deps.startUp.waitingFor;
    try {
      await deps.database.pool.query('select 1');
    } catch {
      return 'database';
    }
    if (blobsChecked === null || clock.now() - blobsChecked.at > REMEMBERED_MS) {
      const fault = await deps.blobs.check().then(
        () => null,
        () => 'blobs',
      );
      blobsChecked = { at: clock.now(), fault };
    }
    return blobsChecked.fault;
  }

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const fault = await findFault();
    if (fault !== null) reply.code(503);
    return fault === null ? { status: 'ready' } : { status: 'not ready', fault };
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });

  metrics.gauge('bocau_database_connections', 'Connections of this process to the database', () => {
    const { totalCount, idleCount, waitingCount } = deps.database.pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  });
  metrics.gauge('bocau_database_answer_seconds', 'Time of one empty question to the database', async () => {
    const began = clock.now();
    await deps.database.pool.query('select 1');
    return { ping: (clock.now() - began) / 1000 };
  });

  return app;
}

/** A log line and a measurement for every request. */
export function watchRequests(
  app: FastifyInstance,
  { log, metrics }: Pick<OperationsDeps, 'log' | 'metrics'>,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
    log.debug(
      { request: request.id, ...labels, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request answered',
    );
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
