import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure } from './failure.ts';
import { type Caller, isBytes, type Route } from './routes.ts';

/** Finds who calls; `cookieAllowed` says whether the cookie alone is enough for this endpoint. */
export type Authenticate = (request: FastifyRequest, cookieAllowed: boolean) => Promise<Caller | null>;

export function bindRoutes(app: FastifyInstance, routes: Route[], authenticate: Authenticate): void {
  for (const { endpoint, handle } of routes) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { route: endpoint.path },
      async handler(request, reply) {
        const caller = await admit(endpoint, request, authenticate);
        const result = await handle({
          params: validate(endpoint.params, request.params, 'params') as never,
          query: validate(endpoint.query, request.query, 'query') as never,
          body: validate(endpoint.body, request.body, 'body') as never,
          caller: caller as never,
          request,
        });
        if (isBytes(result)) return sendBytes(reply, result);
        const { headers, ...answer } = result as { headers?: Record<string, string>; data: unknown };
        if (headers) reply.headers(headers);
        reply.code(endpoint.status ?? 200);
        return answer;
      },
    });
  }
}

async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  if (endpoint.access === 'public') return undefined;
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

function sendBytes(
  reply: FastifyReply,
  bytes: { status?: number; headers: Record<string, string>; stream: unknown },
) {
  reply.code(bytes.status ?? 200).headers(bytes.headers);
  return reply.send(bytes.stream);
}
