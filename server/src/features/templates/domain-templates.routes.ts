import * as contract from '@bocau/contract/domain-templates.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import { type FileDeps, fileNotFound, sendFile } from '../../mail/attachments/send-file.ts';
import type { SignatureDeps } from '../../mail/settings/own-images.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { readDomainImage } from './domain-images.store.ts';
import {
  readDomainTemplate,
  readDomainTemplates,
  readTemplateKeepers,
  readVersions,
} from './domain-templates.store.ts';
import { imageName } from './import-images.ts';
import * as save from './save-domain-template.ts';
import * as take from './take-domain-template.ts';
import { templateNotFound } from './template-text.ts';
import { domainTemplateView, listedDomainView } from './templates.view.ts';

export function domainTemplateRoutes(deps: SignatureDeps & FileDeps): Route[] {
  const { db, clock } = deps;

  async function current(domain: number, id: string) {
    const row = await readDomainTemplate(db, domain, id);
    if (!row) throw templateNotFound();
    return row;
  }

  return [
    route(contract.listDomainTemplates, async ({ caller }) => {
      const rows = await readDomainTemplates(db, caller.domain);
      const may_name_keepers = caller.role === 'owner';
      const meta = { may_change: await save.mayChange(db, caller), may_name_keepers };
      return { data: rows.map(listedDomainView), meta };
    }),

    route(contract.createDomainTemplate, async ({ caller, body }) => ({
      data: domainTemplateView(await save.createDomainTemplate(deps, caller, body)),
    })),

    route(contract.getDomainTemplate, async ({ caller, params }) => ({
      data: domainTemplateView(await current(caller.domain, params.id)),
    })),

    route(contract.takeDomainTemplate, async ({ caller, params }) => ({
      data: { html: await take.takeDomainTemplate(deps, caller, params.id) },
    })),

    route(contract.showTemplateImage, async ({ caller, params, request }) => {
      const image = await readDomainImage(db, caller.domain, params.id);
      if (!image) throw fileNotFound();
      const { method, headers } = request;
      const file = { ...image, name: imageName(image.content_type), held: null };
      return sendFile(deps, file, { inline: true, method, headers });
    }),

    route(contract.updateDomainTemplate, async ({ caller, params, body }) => ({
      data: domainTemplateView(await save.updateDomainTemplate(deps, caller, params.id, body)),
    })),

    route(contract.deleteDomainTemplate, async ({ caller, params }) => {
      await save.deleteDomainTemplate(deps, caller, params.id);
      return { data: OK };
    }),

    route(contract.restoreDomainTemplate, async ({ caller, params }) => ({
      data: domainTemplateView(await save.restoreDomainTemplate(deps, caller, params.id)),
    })),

    route(contract.listTemplateVersions, async ({ caller, params }) => {
      await save.requireKeeper(db, caller);
      const { id } = await current(caller.domain, params.id);
      const rows = await readVersions(db, caller.domain, id);
      return {
        data: rows.map(({ version, name, updated_at, updated_by }) => ({
          version,
          name,
          updated_at,
          updated_by,
        })),
      };
    }),

    route(contract.getTemplateVersion, async ({ caller, params }) => {
      await save.requireKeeper(db, caller);
      const { id } = await current(caller.domain, params.id);
      return { data: domainTemplateView(await save.findVersion(db, caller, id, Number(params.version))) };
    }),

    route(contract.putBackTemplateVersion, async ({ caller, params }) => ({
      data: domainTemplateView(await save.putBackVersion(deps, caller, params.id, Number(params.version))),
    })),

    route(contract.listTemplateKeepers, async ({ caller }) => ({
      data: await readTemplateKeepers(db, caller.domain),
    })),

    route(contract.nameTemplateKeepers, async ({ caller, body, request }) => {
      requireFreshProof(caller, clock);
      const { person: mailboxId, email: name, domain: domainId } = caller;
      const actor = { kind: 'person', mailboxId, name, domainId, address: request.ip } as const;
      return { data: await save.nameKeepers(deps, caller, body.emails, actor) };
    }),
  ];
}
