import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import {
  type TemplateEntry,
  useLoadTemplate,
  useRefreshTemplates,
} from '../../../parts/templates/use-templates.ts';

export type TemplateActs = ReturnType<typeof useTemplateActs>;

/** The acts on templates besides editing; each is told, and removing can be undone. */
export function useTemplateActs() {
  const { t } = useTranslation();
  const api = useApi();
  const load = useLoadTemplate();
  const refresh = useRefreshTemplates();

  /** Runs an act and shows what follows, or why it was refused. */
  async function run(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      notify({ text: t('templates.failed', { reason: templateFaultWords(t, error) }), tone: 'danger' });
    }
    await refresh();
  }

  /** Own templates only: everybody copies one of the company to change it for themselves. */
  function duplicate(entry: TemplateEntry): Promise<void> {
    return run(async () => {
      const { html, to, cc, bcc, folder, subject } = await load(entry);
      const name = t('templates.copyName', { name: entry.name }).slice(0, TEMPLATE_LIMITS.nameLength);
      await api.createTemplate({ body: { name, folder, subject, html, to, cc, bcc } });
    });
  }

  function remove(entry: TemplateEntry): Promise<void> {
    const params = { id: entry.id };
    return run(async () => {
      const { name, html, to, cc, bcc, folder, subject } = await load(entry);
      if (entry.scope === 'own') await api.deleteTemplate({ params });
      else await api.deleteDomainTemplate({ params });
      const undo = async () => {
        if (entry.scope === 'domain') await api.restoreDomainTemplate({ params });
        else await api.createTemplate({ body: { name, folder, subject, html, to, cc, bcc } });
      };
      notify({ text: t('templates.deleted', { name }), undo: () => run(undo) });
    });
  }

  async function importFiles(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const form = new FormData();
      form.append('file', file, file.name);
      try {
        const { data } = await api.importTemplate({ form });
        notify({ text: t('templates.imported', { name: data.name }) });
      } catch (error) {
        const reason = templateFaultWords(t, error);
        notify({ text: t('templates.importFailed', { reason }), tone: 'danger' });
      }
    }
    await refresh();
  }

  return { duplicate, remove, importFiles };
}
