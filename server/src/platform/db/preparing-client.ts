import type pg from 'pg';
import { ClientWithDeadlines } from './watched-client.ts';

/** After this many uses a statement is prepared. */
const USES_BEFORE_PREPARING = 3;
/** Limits the prepared statements of a connection, because lists of varying length keep producing new texts. */
const PREPARED_AT_MOST = 400;

const uses = new Map<string, number>();
const names = new Map<string, string>();

/** A connection that batches statements issued in the same tick. */
export class PlainClient extends ClientWithDeadlines {
  private collecting = false;

  override query = ((...given: unknown[]) => {
    this.asked(given[0]);
    this.collectWrites();
    return this.ask(given);
  }) as pg.Client['query'];

  protected ask(given: unknown[]): unknown {
    return Reflect.apply(super.query, this, given);
  }

  /** Statements issued together, including a commit behind the last writes, cost one system call. */
  private collectWrites(): void {
    if (this.collecting) return;
    this.collecting = true;
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() =>
      process.nextTick(() => {
        this.collecting = false;
        stream.uncork();
      }),
    );
  }
}

/**
 * A connection that prepares frequently used statements, so that PostgreSQL parses and plans them once per
 * connection. For small statements that is most of their time.
 */
export class PreparingClient extends PlainClient {
  // The driver's method has a dozen overloads; only the plain one with parameters is changed here.
  protected override ask(given: unknown[]): unknown {
    const [text, values] = given;
    if (typeof text !== 'string' || !Array.isArray(values) || given.length !== 2) return super.ask(given);
    const name = nameOf(text);
    return super.ask(name === undefined ? given : [{ name, text, values }]);
  }
}

function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= PREPARED_AT_MOST) return name;
  const seen = (uses.get(text) ?? 0) + 1;
  if (seen < USES_BEFORE_PREPARING) {
    if (uses.size > PREPARED_AT_MOST * 10) uses.clear();
    uses.set(text, seen);
    return undefined;
  }
  uses.delete(text);
  const fresh = `s${names.size}`;
  names.set(text, fresh);
  return fresh;
}
