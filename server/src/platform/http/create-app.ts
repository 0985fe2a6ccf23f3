import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import { answerUnroutedCalls } from './allowed-methods.ts';
import { answerBrokenRequest, errorTranslator } from './translate-error.ts';

const BODY_LIMIT = 1024 * 1024;
const LONGEST_PARAMETER = 200;

type AppOptions = { clock: Clock; log: Logger; trustedProxies: number; https: boolean };

/** An HTTP application without routes that answers whatever is sent to it from the catalogue of errors. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const translate = errorTranslator(options.log);
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId(options.clock),
    trustProxy: (_address, hop) => hop <= options.trustedProxies,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER, querystringParser: readQuery },
    frameworkErrors(error, request, reply) {
      translate(error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  app.setErrorHandler(translate);
  app.removeContentTypeParser('text/plain');
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
  answerUnroutedCalls(app);
  return app;
}

/** A parameter given twice counts once, the last; nothing is read into nested objects. */
function readQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
