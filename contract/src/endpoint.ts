import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: `public` anyone, `session` a signed-in user,
 * `verified` a signed-in user whose domain is verified.
 */
export type Access = 'public' | 'session' | 'verified';

export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Meta extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** The whole path; parameters are written `:id`. */
  path: string;
  summary: string;
  access: Access;
  /** The cookie alone is enough: for what a browser fetches by itself, such as images and downloads. */
  cookie?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  data?: Data;
  meta?: Meta;
  /** Status of success, 200 unless given. */
  status?: 200 | 201 | 202;
  /** Answers bytes of this type instead of JSON. */
  bytes?: string;
  errors: readonly ErrorCode[];
};

/** One endpoint as a value: the server validates by it, clients call by it, the documentation is printed from it. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Data extends z.ZodType = z.ZodUndefined,
  Meta extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<Params, Query, Body, Data, Meta>,
): Endpoint<Params, Query, Body, Data, Meta> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType, z.ZodType> ? z.output<B> : never;
export type DataOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer D, z.ZodType> ? z.output<D> : never;
export type MetaOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType, infer M> ? z.output<M> : never;
