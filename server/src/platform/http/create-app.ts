import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { Failure } from '../failure.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { answerUnroutedCalls } from './allowed-methods.ts';
import { bareHeaders } from './bare-headers.ts';
import { boundJson } from './bounded-json.ts';
import { compressAnswers } from './compress-answers.ts';
import { HEAD_WITHIN_MS, LOOK_EVERY_MS, refuseSlowClients } from './slow-clients.ts';
import { answerBrokenRequest, errorTranslator } from './translate-error.ts';

const BODY_LIMIT = 1024 * 1024;
/** A mail address, with each of its characters encoded. */
const LONGEST_PARAMETER = 3 * 254;

type AppOptions = { clock: Clock; log: Logger; trustedProxies: number; https: boolean };

/** An HTTP application without routes that answers whatever is sent to it from the catalogue of errors. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const translate = errorTranslator(options.log);
  const app: FastifyInstance = Fastify({
    // Node would refuse what names no host by itself, without any of our headers.
    http: {
      headersTimeout: HEAD_WITHIN_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
      requireHostHeader: false,
    },
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId(options.clock),
    // The connection itself is hop 0: it counts as a proxy only where there is one.
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER, querystringParser: readQuery },
    frameworkErrors(error, request, reply) {
      // No hook runs for it, not helmet's either.
      reply.headers(bareHeaders(options.https));
      translate(error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, bareHeaders(options.https)),
  });
  app.setErrorHandler(translate);
  // What the site is called is configured (PUBLIC_URL). These would be the client's wherever a proxy passes them on.
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
  });
  app.removeContentTypeParser('text/plain');
  boundJson(app);
  // Node would refuse an Expect header that it does not know without a body; it is of no matter here.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  await app.register(helmet, {
    // For JSON, which shows nothing; pages bring their own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: options.https,
  });
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host !== undefined || raw.httpVersion === '1.0') return;
    throw new Failure('malformed_request', 'The request names no host');
  });
  compressAnswers(app);
  refuseSlowClients(app, { clock: options.clock, behindProxy: options.trustedProxies > 0 });
  answerUnroutedCalls(app);
  return app;
}

/** A parameter given twice counts once, the last; nothing is read into nested objects. */
function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
