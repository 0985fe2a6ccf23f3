import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AppContext } from './context.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { folderRoutes } from './features/folders/folders.routes.ts';
import { messageRoutes } from './features/messages/messages.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { notificationRoutes } from './features/notifications/notifications.routes.ts';
import { bindSocket } from './features/notifications/notifications.socket.ts';
import { createSocketHub } from './features/notifications/socket-hub.ts';
import { createSessionCheck } from './features/session/session-check.ts';
import { threadRoutes } from './features/threads/threads.routes.ts';
import { bindRoutes } from './platform/http/bind-routes.ts';
import { Failure } from './platform/http/failure.ts';
import { bindOperations } from './platform/http/operations.ts';
import type { Route } from './platform/http/routes.ts';
import { errorTranslator } from './platform/http/translate-error.ts';
import { newId } from './platform/ids.ts';

const BODY_LIMIT = 1024 * 1024;

/** Builds the HTTP application from the context; it never listens. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { clock, config, db, listener, log } = context;
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId(clock),
    trustProxy: (_address, hop) => hop <= config.http.trustedProxies,
    routerOptions: { maxParamLength: 200, querystringParser: readQuery },
  });
  app.setErrorHandler(errorTranslator(log));
  app.setNotFoundHandler(() => {
    throw new Failure('not_found', 'There is nothing at this address');
  });
  await app.register(helmet, { contentSecurityPolicy: false });
  await app.register(cookie);

  const sessions = await createSessionCheck({
    db,
    clock,
    listener,
    sessionSeconds: config.http.sessionSeconds,
  });
  const hub = await createSocketHub(context);
  await bindSocket(app, { hub, sessions, clock, log, publicUrl: config.http.publicUrl });
  bindOperations(app, context);
  bindRoutes(app, apiRoutes(context), sessions.authenticate);
  return app;
}

function apiRoutes(context: AppContext): Route[] {
  const { config } = context;
  return [
    ...sessionRoutes({
      ...context,
      sessionSeconds: config.http.sessionSeconds,
      secureCookie: config.http.publicUrl.startsWith('https:'),
    }),
    ...accountRoutes(context),
    ...folderRoutes(context),
    ...threadRoutes(context),
    ...messageRoutes(context),
    ...notificationRoutes(context),
  ];
}

/** A parameter given twice counts once, the last; nothing is read into nested objects. */
function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
