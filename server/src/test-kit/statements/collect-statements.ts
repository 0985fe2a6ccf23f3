/**
 * Importing this file in a process of a test run records every statement that the process sends to
 * PostgreSQL, once per text and place. It observes the driver and kysely from outside, so that the program
 * needs no support for it; `check-statements.ts` reads the result when the run ends. A killed process loses
 * nothing, because a statement is recorded before it is sent.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { STATEMENTS_FOLDER } from './collecting-process.ts';

export type CollectedStatement = {
  text: string;
  inTransaction: boolean;
  /** The file that issued it, relative to the repository; empty when unknown, as within a library. */
  origin: string;
};

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
/** They only forward statements of others. */
const CARRIERS = ['server/src/platform/db/', 'server/src/test-kit/statements/'];
const FRAMES = 30;
/** How often the origin of a text is determined per process; a polling test need not pay for it each time. */
const LOOK_UPS_A_TEXT = 5;

const BEGINS = /^\s*(begin|start\s+transaction)\b/i;
const ENDS = /^\s*(commit|end|rollback(?!\s+to))\b/i;

/** Set once the driver of this process is observed: test files that share a process share the driver. */
const OBSERVED = Symbol.for('bocau.statements.observed');

const folder = process.env[STATEMENTS_FOLDER];
if (folder !== undefined && !(OBSERVED in globalThis)) {
  Object.assign(globalThis, { [OBSERVED]: true });
  collectInto(join(folder, `${randomUUID()}.jsonl`));
}

function collectInto(file: string): void {
  /** By the array of values, which kysely passes to the driver unchanged. */
  const origins = new WeakMap<object, string>();
  /** A statement issued on the pool itself reaches a connection only later. */
  const poolOrigins = new Map<string, string>();
  const lookUps = new Map<string, number>();
  const inTransaction = new WeakSet<object>();
  const written = new Set<string>();

  function originOf(text: string): string | undefined {
    const times = (lookUps.get(text) ?? 0) + 1;
    if (times > LOOK_UPS_A_TEXT) return undefined;
    lookUps.set(text, times);
    return callingFile();
  }

  const compileQuery = PostgresQueryCompiler.prototype.compileQuery;
  PostgresQueryCompiler.prototype.compileQuery = function (...given) {
    const compiled = Reflect.apply(compileQuery, this, given);
    const origin = originOf(compiled.sql);
    if (origin !== undefined) origins.set(compiled.parameters, origin);
    return compiled;
  };

  const poolQuery = pg.Pool.prototype.query;
  pg.Pool.prototype.query = function (this: pg.Pool, ...given: unknown[]) {
    const text = textOf(given[0]);
    const origin = originOf(text);
    if (origin !== undefined) poolOrigins.set(text, origin);
    return Reflect.apply(poolQuery, this, given);
  } as typeof poolQuery;

  const clientQuery = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    if (BEGINS.test(text)) inTransaction.add(this);
    else if (ENDS.test(text)) inTransaction.delete(this);
    else note(text, valuesOf(given), inTransaction.has(this));
    return Reflect.apply(clientQuery, this, given);
  } as typeof clientQuery;

  function note(text: string, values: object | undefined, within: boolean): void {
    const origin = (values && origins.get(values)) ?? (originOf(text) || poolOrigins.get(text));
    if (origin === undefined) return;
    const line = JSON.stringify({ text, inTransaction: within, origin } satisfies CollectedStatement);
    if (written.has(line)) return;
    written.add(line);
    appendFileSync(file, `${line}\n`);
  }
}

/** A statement is given as text, as an object with its text, or as a query of the driver's. */
function textOf(given: unknown): string {
  return typeof given === 'string' ? given : String((given as { text?: unknown } | null)?.text ?? '');
}

function valuesOf([query, values]: unknown[]): object | undefined {
  if (Array.isArray(values)) return values;
  const own = (query as { values?: unknown } | null)?.values;
  return Array.isArray(own) ? own : undefined;
}

/** The nearest file of ours on the stack; empty when there is none. */
function callingFile(): string {
  let carrier = '';
  for (const path of filesOnStack()) {
    const file = relative(ROOT, path);
    if (file.startsWith('..') || file.includes('node_modules/')) continue;
    if (!CARRIERS.some((beginning) => file.startsWith(beginning))) return file;
    if (!file.startsWith('server/src/test-kit/')) carrier ||= file;
  }
  return carrier;
}

/** Without source maps, which take most of the time of a stack as text. */
function filesOnStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error('who asks?').stack as unknown as string[];
  Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  return files.map((file) => file.replace(/^file:\/\//, '')).filter((file) => file.startsWith('/'));
}
