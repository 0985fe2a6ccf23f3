import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure } from './failure.ts';
import { acceptForms } from './read-form.ts';
import { refuseUnkeepableText } from './readable-text.ts';
import { type Bytes, type Caller, isBytes, type Route } from './routes.ts';

/** Finds who calls; `cookieAllowed` says whether the cookie alone is enough for this endpoint. */
export type Authenticate = (request: FastifyRequest, cookieAllowed: boolean) => Promise<Caller | null>;

export async function bindRoutes(
  app: FastifyInstance,
  routes: Route[],
  authenticate: Authenticate,
): Promise<void> {
  const { plain = [], forms = [] } = Object.groupBy(routes, ({ endpoint }) =>
    endpoint.multipart ? 'forms' : 'plain',
  );
  bindEach(app, plain, authenticate);
  // A room of their own: nowhere else is a form read.
  const formRoom: FastifyPluginAsync = async (room) => {
    await acceptForms(room);
    bindEach(room, forms, authenticate);
  };
  await app.register(formRoom);
}

function bindEach(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  for (const { endpoint, handle } of routes) {
    app.route({
      // A HEAD of anything else would do what the GET does, such as mark as read, and show nothing of it.
      method: endpoint.bytes === undefined ? endpoint.method : [endpoint.method, 'HEAD'],
      url: endpoint.path,
      config: { route: endpoint.path },
      ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
      // Before the body is read: strangers have none read.
      async onRequest(request) {
        if (endpoint.access === 'public') return;
        callers.set(request, await admit(endpoint, request, authenticate));
      },
      async handler(request, reply) {
        const result = await handle({
          params: validate(endpoint.params, request.params, 'params') as never,
          query: validate(endpoint.query, request.query, 'query') as never,
          body: validate(endpoint.body, request.body, 'body') as never,
          caller: callers.get(request) as never,
          request,
        });
        if (isBytes(result)) return sendBytes(reply, result);
        const { headers, ...answer } = result;
        reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
            ...headers,
          })
          .code(endpoint.status ?? 200);
        // As bytes, because a string would be measured once and encoded a second time.
        return Buffer.from(JSON.stringify(answer));
      },
    });
  }
}

async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller> {
  const caller = await authenticate(request, endpoint.cookie === true);
  if (!caller) throw new Failure('session_required', 'Sign in first');
  if (endpoint.access === 'verified' && !caller.domainVerified) {
    throw new Failure(
      'domain_unverified',
      'DNS verification failed: the domain of this mailbox is not verified',
    );
  }
  return caller;
}

function validate(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  refuseUnkeepableText(value, part);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.slice(0, 10).map((issue) => ({
    field: issue.path.join('.'),
    problem: issue.message,
  }));
  const first = fields[0];
  throw new Failure('invalid_input', `The ${part} can't be used: ${first?.field} ${first?.problem}`, {
    details: { part, fields },
  });
}

function sendBytes(reply: FastifyReply, bytes: Bytes) {
  reply.code(bytes.status ?? 200).headers(bytes.headers);
  return reply.send(bytes.stream ?? undefined);
}
