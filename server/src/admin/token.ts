import { parseArgs } from 'node:util';
import { ADMIN_SCOPES, type AdminScope } from '@bocau/contract/endpoint.ts';
import { readTokens } from '../features/administrators/tokens.store.ts';
import * as tokens from '../features/administrators/tokens.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';

const MOST_DAYS = 3650;

export const addToken: Command = {
  usage: 'token add --name N --scope SCOPE,… [--domain D] [--expires DAYS]',
  summary:
    `A token by which a program administers (Authorization: Bearer); it is printed once. SCOPE is one of ` +
    `${ADMIN_SCOPES.join(', ')}; --domain limits it to one domain`,
  async run({ context, args, out }) {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: 'string' },
        scope: { type: 'string' },
        domain: { type: 'string' },
        expires: { type: 'string' },
      },
    });
    const name = values.name?.trim();
    if (!name) throw new AdminError('--name is missing');
    const token = await tokens.addToken(
      context,
      {
        name,
        scopes: readScopes(values.scope),
        domainId: values.domain === undefined ? null : await domainIdOf(context.db, values.domain),
        expiresInDays: values.expires === undefined ? null : readDays(values.expires),
      },
      commandLine(),
    );
    out.write(`${token}\n`);
    return 0;
  },
};

export const listTokens: Command = {
  usage: 'token list',
  summary: 'The tokens that were not revoked: name, scopes, domain, until when, last use',
  async run({ context, out }) {
    for (const { name, scopes, domain, expires_at, last_used_at } of await readTokens(context.db)) {
      const until = expires_at === null ? 'for good' : `until ${timeOf(expires_at)}`;
      const used = last_used_at === null ? 'never used' : `used ${timeOf(last_used_at)}`;
      out.write(`${[name, scopes.join(','), domain ?? 'all domains', until, used].join('\t')}\n`);
    }
    return 0;
  },
};

export const revokeToken: Command = {
  usage: 'token revoke NAME',
  summary: 'Ends a token; from the next call on it opens nothing',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const name = onlyArgument(positionals, 'NAME');
    await tokens.revokeToken(context, name, commandLine());
    out.write(`Revoked the token ${name}.\n`);
    return 0;
  },
};

function readScopes(text: string | undefined): AdminScope[] {
  const given = (text ?? '').split(',').filter((scope) => scope !== '');
  const unknown = given.find((scope) => !ADMIN_SCOPES.some((known) => known === scope));
  if (unknown !== undefined) {
    throw new AdminError(`'${unknown}' is no scope; it is one of ${ADMIN_SCOPES.join(', ')}`);
  }
  if (given.length === 0) throw new AdminError(`--scope is missing: some of ${ADMIN_SCOPES.join(', ')}`);
  return ADMIN_SCOPES.filter((scope) => given.includes(scope));
}

async function domainIdOf(db: Parameters<typeof findDomain>[0], name: string): Promise<number> {
  const domain = await findDomain(db, name.toLowerCase());
  if (!domain) throw new AdminError(`There is no domain ${name}`);
  return domain.id;
}

function readDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) return days;
  throw new AdminError(`--expires is a number of days up to ${MOST_DAYS}, not '${text}'`);
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
