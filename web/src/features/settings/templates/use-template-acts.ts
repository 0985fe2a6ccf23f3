import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import {
  type TemplateEntry,
  useLoadTemplate,
  useRefreshTemplates,
  useTakeTemplate,
} from '../../../parts/templates/use-templates.ts';

/** Several files may have failed, each for its own reason. */
const FAILED_SECONDS = 12;

export type TemplateActs = ReturnType<typeof useTemplateActs>;

/** The acts on templates besides editing; each is told, and removing can be undone. */
export function useTemplateActs() {
  const { t } = useTranslation();
  const api = useApi();
  const load = useLoadTemplate();
  const take = useTakeTemplate();
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
      const { html, to, cc, bcc, folder, subject } = await take(entry);
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

  /** One notice tells of all, as a later one would take the place of a failure. */
  async function importFiles(files: readonly File[]): Promise<void> {
    const imported: string[] = [];
    const failed: string[] = [];
    for (const file of files) {
      const form = new FormData();
      form.append('file', file, file.name);
      try {
        const { data } = await api.importTemplate({ form });
        imported.push(data.name);
      } catch (error) {
        failed.push(t('templates.importFailed', { name: file.name, reason: templateFaultWords(t, error) }));
      }
    }
    const [name = ''] = imported;
    const done = t(imported.length === 1 ? 'templates.imported' : 'templates.importedAll', {
      name,
      count: imported.length,
    });
    const text = [...failed, ...(name === '' ? [] : [done])].join(' ');
    if (failed.length > 0) notify({ text, tone: 'danger', seconds: FAILED_SECONDS });
    else if (text !== '') notify({ text });
    await refresh();
  }

  return { duplicate, remove, importFiles };
}
