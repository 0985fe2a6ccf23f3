import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** What an administrator, or a program by its token, may do. */
export const ADMIN_SCOPES = [
  'domains:read',
  'domains:write',
  'people:read',
  'people:write',
  'mail:read',
  'mail:write',
  'audit:read',
] as const;
export type AdminScope = (typeof ADMIN_SCOPES)[number];

/** What somebody may have to do before anything else: their session opens only the endpoints that name it. */
export type MustFirst = 'choose_password' | 'set_up_two_step';

/** What a signed-in caller needs besides the session. */
export type Needs = {
  /** The domain of the mailbox is verified. */
  verified?: true;
  /** The cookie alone is enough: for what a browser fetches by itself, such as images and downloads. Only on GET. */
  cookie?: true;
  role?: 'owner';
  /**
   * For administrators: a provider or the owner of a domain by their session, or a program by its token with this scope;
   * `any`: with whatever scope.
   */
  admin?: AdminScope | 'any';
  /** With `admin`: only for who administers the whole installation. */
  provider?: true;
  /** `two_step`: the session was proven by a password and something else. */
  assurance?: 'two_step';
  /** Open even to whoever has to do one of these first. */
  before?: readonly MustFirst[];
};

/** Who may call: `public` anyone, `session` whoever is signed in; the others are short for needs. */
export type Access = 'public' | 'session' | 'verified' | 'cookie-get' | Needs;

/**
 * What a member of a mailbox may do there: `read` lists, messages and files; `organise` mark, move and delete; `answer` write
 * and send; `manage` rules, forwarding, signatures and settings. Each includes `read`, and none of them another.
 */
export const MAILBOX_RIGHTS = ['read', 'organise', 'answer', 'manage'] as const;
export type MailboxRight = (typeof MAILBOX_RIGHTS)[number];

/** What a call acts on: whoever is signed in, with their drive, or the mailbox that it names, with which right. */
export type ActsOn = 'person' | { mailbox: MailboxRight };

/** Whoever may call without being a person has nothing of their own to act on. */
type AccessAndAim =
  | { access: 'public' | (Needs & { admin: AdminScope | 'any' }); on?: undefined }
  | { access: 'session' | 'verified' | 'cookie-get' | (Needs & { admin?: never }); on: ActsOn };

/** Rate limit: how often it may be called; further calls are answered with `too_many_requests`. */
export type Limit = {
  /** Endpoints that name the same limit share it. */
  name: string;
  count: number;
  perSeconds: number;
  by: 'address' | 'account' | 'session';
  /** Counted by the endpoint itself, in the database, over all processes; others are counted by each process. */
  inDatabase?: true;
  /** Counted by the endpoint itself: of an address only what it refuses, so that one guesser locks out nobody beside them. */
  refusedOnly?: true;
};

export type Endpoint = AccessAndAim & {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  /** The whole path; parameters are written `:id`. */
  path: string;
  summary: string;
  limit?: Limit;
  /** Takes files as multipart/form-data instead of a body. */
  multipart?: true;
  /** Takes bytes of this type as they come, for hours if need be, instead of a body. */
  streams?: string;
  /** Bytes, for an endpoint whose body may be longer than usual. */
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

/** The input that a caller of the endpoint passes. */
export type InputOf<E> = Given<E, 'params'> &
  Given<E, 'query'> &
  Given<E, 'body'> &
  (E extends { multipart: true } ? { form: FormData } : unknown) & {
    /** Whose session it has to be, as an address; without it that of the account of the page, where it has one. */
    account?: string;
  };
