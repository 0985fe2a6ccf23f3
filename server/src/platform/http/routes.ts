import type { Readable } from 'node:stream';
import type { BodyOf, DataOf, Endpoint, MetaOf, ParamsOf, QueryOf } from '@bocau/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { AdminCaller, MailboxCaller, SessionCaller } from '../caller.ts';

export type Call<E> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Undefined only on public endpoints. */
  caller: E extends { on: 'person' }
    ? SessionCaller
    : E extends { on: { mailbox: string } }
      ? MailboxCaller
      : E extends { access: 'public' }
        ? undefined
        : AdminCaller;
  request: FastifyRequest;
};

/** Bytes that are answered instead of JSON. */
export type Bytes = {
  status?: 200 | 201 | 204 | 206 | 304;
  headers: Record<string, string>;
  /** Null where only the headers are answered. */
  stream: Readable | Buffer | null;
};

type JsonResult<E> =
  MetaOf<E> extends undefined
    ? { data: DataOf<E>; headers?: Record<string, string | string[]> }
    : { data: DataOf<E>; meta: MetaOf<E>; headers?: Record<string, string | string[]> };

export type Result<E> = E extends { bytes: string } ? Bytes : JsonResult<E> | Bytes;

export type Route = {
  endpoint: Endpoint;
  handle(call: Call<Endpoint>): Promise<Result<Endpoint>>;
};

/** Ties an endpoint of the contract to what answers it; input is validated before, errors are translated after. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<Result<E>>,
): Route {
  return { endpoint, handle: handle as unknown as Route['handle'] };
}

export function isBytes(result: object): result is Bytes {
  return 'stream' in result;
}

/** The data of a success that has nothing to say. */
export const OK = { ok: true } as const;
