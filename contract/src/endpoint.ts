import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call: `public` anyone, `session` a signed-in user,
 * `verified` a signed-in user whose domain is verified.
 */
export type Access = 'public' | 'session' | 'verified';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** The whole path; parameters are written `:id`. */
  path: string;
  summary: string;
  access: Access;
  /** The cookie alone is enough: for what a browser fetches by itself, such as images and downloads. */
  cookie?: true;
  /** Takes files as multipart/form-data instead of a body. */
  multipart?: true;
  /** Of a body that may be longer than others. */
  bodyBytes?: number;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  data?: z.ZodType;
  meta?: z.ZodType;
  /** Status of success, 200 unless given. */
  status?: 200 | 201 | 202;
  /** Answers bytes of this type instead of JSON. */
  bytes?: string;
  errors: readonly ErrorCode[];
};

/** One endpoint as a value: the server validates by it, clients call by it, the documentation is printed from it. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.output<P> : undefined;
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
export type DataOf<E> = E extends { data: infer D extends z.ZodType } ? z.output<D> : undefined;
export type MetaOf<E> = E extends { meta: infer M extends z.ZodType } ? z.output<M> : undefined;

type Given<E, Part extends 'params' | 'query' | 'body'> =
  E extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.input<S>> : unknown;

/** What a caller of the endpoint hands over. */
export type InputOf<E> = Given<E, 'params'> &
  Given<E, 'query'> &
  Given<E, 'body'> &
  (E extends { multipart: true } ? { form: FormData } : unknown);
