import type pg from 'pg';
import { SUPPORTED_POSTGRES } from './supported-postgres.ts';

export type ServerFacts = {
  version: string;
  /** The `server_version_num`: 150020 is 15.20. */
  number: number;
  encoding: string;
  standby: boolean;
};

/** What is wrong with a server or its database, and what to do about it. */
export type ServerFault = { what: string; remedy: string };

/**
 * Identifies the running server and its database too: connections to the same database report the same
 * identity.
 */
export async function readServerFacts(client: pg.Client): Promise<ServerFacts & { identity: string }> {
  const { rows } = await client.query<ServerFacts & { identity: string }>(`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
      pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as standby,
      format('%s of %s', oid, pg_postmaster_start_time()) as identity
    from pg_database where datname = current_database()`);
  return rows[0] as ServerFacts & { identity: string };
}

/** Why the program cannot work with this server; null when it can. */
export function serverFault({ version, number, encoding, standby }: ServerFacts): ServerFault | null {
  const { lowest, highest } = SUPPORTED_POSTGRES;
  if (majorOf(number) < lowest) {
    return {
      what: `this is PostgreSQL ${version}, and ${lowest} to ${highest} are supported`,
      remedy: 'Upgrade the server, or name another one.',
    };
  }
  if (encoding !== 'UTF8') {
    return {
      what: `the encoding of the database is ${encoding}, and UTF8 is needed`,
      remedy: "Make one with: create database NAME encoding 'UTF8' template template0.",
    };
  }
  if (standby) {
    return {
      what: 'this server is a standby, which can only be read',
      remedy: 'Name the primary, or promote this one.',
    };
  }
  return null;
}

/** A server newer than all tested versions usually works. */
export function isUntested({ number }: Pick<ServerFacts, 'number'>): boolean {
  return majorOf(number) > SUPPORTED_POSTGRES.highest;
}

function majorOf(number: number): number {
  return Math.floor(number / 10_000);
}
