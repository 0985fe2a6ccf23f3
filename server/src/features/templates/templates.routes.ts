import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import * as contract from '@bocau/contract/templates.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { exportTemplate } from './export-template.ts';
import { bytesOfFile, type ImportDeps, importTemplate, noFile } from './import-template.ts';
import { countUse, createTemplate, deleteTemplate, updateTemplate } from './save-template.ts';
import { templateNotFound } from './template-text.ts';
import { readTemplate, readTemplates, type TemplateRow } from './templates.store.ts';
import { listedView, templateView } from './templates.view.ts';

const FORM = { fileBytes: TEMPLATE_LIMITS.fileBytes, uploadBytes: TEMPLATE_LIMITS.fileBytes + 100_000 };

export function templateRoutes(deps: ImportDeps): Route[] {
  async function find(mailboxId: number, id: string): Promise<TemplateRow> {
    const row = await readTemplate(deps.db, mailboxId, id);
    if (!row) throw templateNotFound();
    return row;
  }

  return [
    route(contract.listTemplates, async ({ caller }) => ({
      data: (await readTemplates(deps.db, caller.mailbox)).map(listedView),
    })),

    route(contract.createTemplate, async ({ caller, body }) => ({
      data: templateView(await createTemplate(deps, caller.mailbox, body)),
    })),

    route(contract.importTemplate, async ({ caller, request }) => {
      let file: { name: string; contentType: string; bytes: Buffer } | null = null;
      await readForm(
        request,
        async (given) => {
          if (given.field !== 'file' || file !== null) throw noFile();
          const { name, contentType } = given;
          file = { name: name ?? '', contentType, bytes: await bytesOfFile(given) };
        },
        FORM,
      );
      if (file === null) throw noFile();
      return { data: templateView(await importTemplate(deps, caller.mailbox, file)) };
    }),

    route(contract.getTemplate, async ({ caller, params }) => ({
      data: templateView(await find(caller.mailbox, params.id)),
    })),

    route(contract.updateTemplate, async ({ caller, params, body }) => ({
      data: templateView(await updateTemplate(deps, caller.mailbox, params.id, body)),
    })),

    route(contract.deleteTemplate, async ({ caller, params }) => {
      await deleteTemplate(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(contract.countTemplateUse, async ({ caller, params }) => {
      await countUse(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(contract.exportTemplate, async ({ caller, params }) => {
      const { mailbox, email } = caller;
      return exportTemplate(deps, { mailbox, email }, await find(mailbox, params.id));
    }),
  ];
}
