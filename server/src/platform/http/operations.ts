import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createLiveness, type LivenessDeps } from './liveness.ts';
import { createReadiness, type ReadinessDeps } from './readiness.ts';

type OperationsDeps = ReadinessDeps &
  LivenessDeps & {
    log: Logger;
    metrics: Metrics;
    instance: { id: string; version: string };
  };

/** For operators, on a port of its own: liveness, readiness and metrics. */
export function createOperations(deps: OperationsDeps): FastifyInstance {
  const { clock, metrics, instance } = deps;
  const app: FastifyInstance = Fastify();
  const isAlive = createLiveness(deps);
  const readiness = createReadiness(deps);

  app.get('/healthz', async (_request, reply) => {
    const alive = await isAlive();
    if (!alive) reply.code(503);
    return { status: alive ? 'ok' : 'dead' };
  });
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness();
    if (state.status === 'not ready') reply.code(503);
    return { ...state, instance: instance.id, version: instance.version };
  });
  // For a balancer in front of one role of processes that have several.
  for (const role of deps.config.roles) {
    app.get(`/readyz/${role}`, async (_request, reply) => {
      const { roles, reason, parts } = await readiness();
      if (roles[role] === 'not ready') reply.code(503);
      return { status: roles[role], ...(reason ? { reason } : {}), parts };
    });
  }
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
