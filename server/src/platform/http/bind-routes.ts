import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Endpoint, MailboxRight } from '@bocau/contract/endpoint.ts';
import type { InvalidField } from '@bocau/contract/errors.ts';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AdminCaller, MailboxCaller, SessionCaller } from '../caller.ts';
import { Failure } from '../failure.ts';
import { bodyIsRead, checkAfterBody } from './after-body.ts';
import { needsOf } from './endpoint-needs.ts';
import { invalidField } from './invalid-field.ts';
import { countAddress, countCall, type RateLimits } from './rate-limit.ts';
import { acceptForms } from './read-form.ts';
import { refuseUnstorableText } from './readable-text.ts';
import { type Bytes, isBytes, type Route } from './routes.ts';
import type { StreamConfig } from './slow-clients.ts';
import { findUnknownFields } from './unknown-fields.ts';

/** Enforced before every route: access and rate limit, as declared in the contract. */
export type Guard = {
  /** Finds who calls; `cookieAllowed` says whether the cookie alone is enough for this endpoint. */
  authenticate(request: FastifyRequest, cookieAllowed: boolean): Promise<SessionCaller | null>;
  /** The same of an endpoint for administrators, which programs call by a token. */
  authenticateAdmin(request: FastifyRequest): Promise<AdminCaller | null>;
  /** The mailbox that a request names, as the caller may act on it; refuses what they are no member of. */
  findMailbox(request: FastifyRequest, caller: SessionCaller, endpoint: Endpoint): Promise<MailboxCaller>;
  /** Of a request that has a caller: whether it brings a token, as programs do and pages of ours do not. */
  isProgram(request: FastifyRequest): boolean;
  /** Throws where the caller may not call the endpoint. */
  authorize: Authorize;
  limits: RateLimits;
  /** An answer to them has begun that may take long. */
  watchAnswer(caller: SessionCaller, response: ServerResponse): void;
};

type Authorize = {
  (caller: SessionCaller, verb: 'call', endpoint: Endpoint): void;
  (caller: MailboxCaller, verb: 'enter', right: MailboxRight): void;
  (caller: AdminCaller, verb: 'administer', endpoint: Endpoint): void;
};
type AnyCaller = SessionCaller | MailboxCaller | AdminCaller;

const BODYLESS = new Set(['GET', 'HEAD']);

export async function bindRoutes(app: FastifyInstance, routes: Route[], guard: Guard): Promise<void> {
  const {
    plain = [],
    forms = [],
    streams = [],
  } = Object.groupBy(routes, ({ endpoint }) => {
    if (endpoint.streams !== undefined) return 'streams';
    return endpoint.multipart ? 'forms' : 'plain';
  });
  bindEach(app, plain, guard);
  // A room of their own: nowhere else is a form read.
  const formRoom: FastifyPluginAsync = async (room) => {
    await acceptForms(room);
    bindEach(room, forms, guard);
  };
  await app.register(formRoom);
  const streamRoom: FastifyPluginAsync = async (room) => {
    room.removeAllContentTypeParsers();
    for (const type of new Set(streams.map(({ endpoint }) => endpoint.streams as string))) {
      room.addContentTypeParser(type, async (_request: FastifyRequest, bytes: Readable) => bytes);
    }
    bindEach(room, streams, guard);
  };
  await app.register(streamRoom);
}

function bindEach(app: FastifyInstance, routes: Route[], guard: Guard): void {
  const callers = new WeakMap<FastifyRequest, AnyCaller>();
  const isProgram = (request: FastifyRequest) => callers.has(request) && guard.isProgram(request);
  for (const { endpoint, handle } of routes) {
    app.route({
      // A HEAD of anything else would do what the GET does, such as mark as read, and show nothing of it.
      method: endpoint.bytes === undefined ? endpoint.method : [endpoint.method, 'HEAD'],
      url: endpoint.path,
      config: { streams: endpoint.streams !== undefined } satisfies StreamConfig as object,
      ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
      // Authenticated before the body is read, so that strangers cannot make us read one.
      async onRequest(request) {
        const caller = await admit(endpoint, request, guard);
        if (!caller) return;
        callers.set(request, caller);
        if (!BODYLESS.has(request.method)) {
          checkAfterBody(request, async () =>
            callers.set(request, await requireCaller(endpoint, request, guard)),
          );
        }
      },
      // Strangers learn nothing from it: how long a sign-in takes could tell whether there is such an account.
      ...(needsOf(endpoint.access) === null ? {} : { onSend: sendServerTiming }),
      async handler(request, reply) {
        // Whose session ended while they sent is out, and a proof that was fresh may not be any more.
        await bodyIsRead(request);
        const sender = sessionOf(callers.get(request));
        // They send for hours: it ends with their session, too.
        if (endpoint.streams !== undefined && sender) guard.watchAnswer(sender, reply.raw);
        const result = await handle({
          params: validate(endpoint.params, request.params, 'params') as never,
          query: validate(endpoint.query, request.query, 'query') as never,
          body: validateBody(endpoint.body, request.body, isProgram(request)) as never,
          caller: callers.get(request) as never,
          request,
        });
        if (isBytes(result)) {
          const caller = sessionOf(callers.get(request));
          if (caller && result.stream instanceof Readable) guard.watchAnswer(caller, reply.raw);
          return sendBytes(reply, result);
        }
        const { headers, ...answer } = result;
        reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'cache-control': 'no-store',
            ...headers,
          })
          .code(endpoint.status ?? 200);
        // Sent as bytes, because a string would be encoded twice: for its length, and for the socket.
        return Buffer.from(JSON.stringify(answer));
      },
    });
  }
}

async function sendServerTiming(
  _request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(2)}`);
  return payload;
}

/** Null where anybody may call. */
async function admit(endpoint: Endpoint, request: FastifyRequest, guard: Guard): Promise<AnyCaller | null> {
  const { limit } = endpoint;
  const { limits } = guard;
  // Rate limit before any query of the database.
  if (limit?.by === 'address' && !limit.refusedOnly) countAddress(limits, limit, request.ip);
  if (needsOf(endpoint.access) === null) return null;
  const caller = await requireCaller(endpoint, request, guard);
  const session = sessionOf(caller);
  if (limit?.by === 'account') countCall(limits, limit, session ? String(session.person) : programOf(caller));
  if (limit?.by === 'session' && session) countCall(limits, limit, session.session.id);
  return caller;
}

/** A program has none. */
function sessionOf(caller: AnyCaller | undefined): SessionCaller | null {
  if (caller === undefined) return null;
  return 'actor' in caller ? caller.session : caller;
}

function programOf(caller: AnyCaller): string {
  return 'actor' in caller && caller.actor.kind === 'token' ? `token ${caller.actor.tokenId}` : '';
}

async function requireCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  { authenticate, authenticateAdmin, findMailbox, authorize }: Guard,
): Promise<AnyCaller> {
  if (needsOf(endpoint.access)?.admin !== undefined) {
    const administrator = await authenticateAdmin(request);
    if (!administrator) throw new Failure('session_required', 'Sign in first, or bring a token');
    authorize(administrator, 'administer', endpoint);
    return administrator;
  }
  const caller = await authenticate(request, needsOf(endpoint.access)?.cookie === true);
  if (!caller) throw new Failure('session_required', 'Sign in first');
  authorize(caller, 'call', endpoint);
  if (typeof endpoint.on !== 'object') return caller;
  const member = await findMailbox(request, caller, endpoint);
  authorize(member, 'enter', endpoint.on.mailbox);
  return member;
}

function validate(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined;
  refuseUnstorableText(value, part);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidInput(part, parsed.error.issues.slice(0, 10).map(invalidField));
}

/** A program hears of a field that nobody reads; a page of ours may be older or newer than this process. */
function validateBody(schema: z.ZodType | undefined, sent: unknown, byProgram: boolean): unknown {
  const body = validate(schema, sent, 'body');
  if (!schema || !byProgram) return body;
  const unknown = findUnknownFields(sent, body);
  if (unknown.length > 0) throw invalidInput('body', unknown);
  return body;
}

function invalidInput(part: string, fields: InvalidField[]): Failure {
  const [first] = fields;
  return new Failure('invalid_input', `The ${part} can't be used: ${first?.field} ${first?.problem}`, {
    details: { part, fields },
  });
}

function sendBytes(reply: FastifyReply, bytes: Bytes) {
  reply.code(bytes.status ?? 200).headers(bytes.headers);
  return reply.send(bytes.stream ?? undefined);
}
