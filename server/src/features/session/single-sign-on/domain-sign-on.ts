import type { DomainSignOn } from '@bocau/contract/admin-sign-on.ts';
import { Failure, invalidInput } from '../../../platform/failure.ts';
import type { Logger } from '../../../platform/logger.ts';
import { describeProvider } from './describe-provider.ts';
import { IssuerRefusedError } from './providers.ts';
import {
  type By,
  removeProvider,
  type SetProviderDeps,
  setProvider,
  type WantedProvider,
} from './set-provider.ts';

type Deps = SetProviderDeps & { log: Logger; config: { http: { publicUrl: string } } };
type Domain = { id: number; name: string };

/** Administrators' operations on a domain's single sign-on; the caller has authorized the domain. */
export function createDomainSignOn(deps: Deps) {
  return {
    describe: (domainId: number): Promise<DomainSignOn> =>
      describeProvider(deps.db, domainId, deps.config.http.publicUrl),
    remove: (domain: Domain, by: By) => removeProvider(deps, domain, by),
    async set(domain: Domain, wanted: WantedProvider, by: By): Promise<void> {
      try {
        await setProvider(deps, domain, wanted, by);
      } catch (error) {
        if (error instanceof Failure) throw error;
        deps.log.info({ domain: domain.name, err: error }, 'sign-on provider refused');
        // Must not reveal anything about the internal network.
        const problem =
          error instanceof IssuerRefusedError
            ? error.message
            : 'does not answer as an OpenID Connect provider';
        throw invalidInput("The provider can't be used", { field: 'issuer', problem, rule: 'invalid' });
      }
    },
  };
}
