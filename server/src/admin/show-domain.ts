import { parseArgs } from 'node:util';
import { nameOf } from '../features/people/change-domain-keys.ts';
import { describeProvider } from '../features/session/single-sign-on/describe-provider.ts';
import { readDomainKeys } from '../identity/domain-keys/domain-keys.store.ts';
import { signingOf } from '../identity/domain-keys/domain-keys.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';

export const showDomain: Command = {
  usage: 'domain show NAME',
  summary: 'Prints how a domain is set; of the secret of single sign-on only whether there is one',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const name = onlyArgument(positionals, 'NAME').toLowerCase();
    const domain = await findDomain(context.db, name);
    if (!domain) throw new AdminError(`There is no domain ${name}`);
    const { publicUrl } = context.config.http;
    const { provider, redirect_uri } = await describeProvider(context.db, domain.id, publicUrl);
    const keys = await readDomainKeys(context.db, domain.id);
    const values = {
      verified: Number(domain.verified),
      recall_seconds: domain.recall_seconds ?? 'unset',
      recall_read: Number(domain.recall_read),
      require_two_step: Number(domain.require_two_step),
      sms_codes: Number(domain.sms_codes),
      quota_mb: domain.storage_mb ?? 'none',
      seats: domain.seats ?? 'none',
      catch_all: domain.catch_all ?? 'none',
      merges_per_day: domain.merges_per_day ?? 'none',
      outside_links: Number(domain.outside_links),
      outside_link_days: domain.outside_link_days ?? 'none',
      dkim_signs: nameOf(signingOf(keys, context.dkim)),
      sso_issuer: provider?.issuer ?? 'none',
      ...(provider
        ? {
            sso_client: provider.client,
            sso_secret: provider.has_secret ? 'set' : 'none',
            sso_trust_email: Number(provider.trust_email),
            sso_callback: redirect_uri,
          }
        : {}),
    };
    for (const [key, value] of Object.entries(values)) out.write(`${key}=${value}\n`);
    return 0;
  },
};
