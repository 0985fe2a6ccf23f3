import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { recipientsFromText, textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import {
  type TemplateEntry,
  type TemplateScope,
  useLoadTemplate,
  useRefreshTemplates,
  useTemplates,
} from '../../../parts/templates/use-templates.ts';

type Field = 'name' | 'folder' | 'subject' | 'html' | 'to' | 'cc' | 'bcc';
/** Recipients as they are typed. */
export type TemplateValues = Record<Field, string>;
type Faults = Partial<Record<Field | 'all', string>>;

const EMPTY: TemplateValues = { name: '', folder: '', subject: '', html: '', to: '', cc: '', bcc: '' };
const RECIPIENTS = ['to', 'cc', 'bcc'] as const;

/** Somebody else saved the template since it was opened. */
type Overtaken = {
  by: string;
  version: number;
  /** What was typed here, while theirs is shown. */
  mine: TemplateValues | null;
};

/** What the form begins from; own templates have no version. */
type Base = { values: TemplateValues; version: number | undefined };
const NEW: Base = { values: EMPTY, version: undefined };

type Given = {
  scope: TemplateScope;
  /** Null: a new template. */
  entry: TemplateEntry | null;
  /** Has the editor pass on what was typed last. */
  flush(): void;
  onSaved(id: string): void;
};

/** The values of a template while it is written, and how they are saved. */
export function useTemplateForm({ scope, entry, flush, onSaved }: Given) {
  const { t } = useTranslation();
  const api = useApi();
  const load = useLoadTemplate();
  const refresh = useRefreshTemplates();
  const lists = useTemplates();
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [changes, setChanges] = useState<Partial<TemplateValues>>({});
  const query = useQuery({
    queryKey: ['template', scope, entry?.id ?? 'new'],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => (entry ? baseOf(await load(entry)) : NEW),
  });
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const [theirs, setTheirs] = useState<Base | null>(null);
  /** Counts how often the text was replaced other than by typing. */
  const [revision, setRevision] = useState(0);
  const base = theirs ?? query.data;
  /** As of the latest keystroke, which a render does not know yet. */
  const [latest] = useState<{ changes: Partial<TemplateValues> }>({ changes: {} });

  function change(more: Partial<TemplateValues>): void {
    latest.changes = { ...latest.changes, ...more };
    setChanges(latest.changes);
    // Why it was not saved stays until it is saved again: the editor passes on its text as the button is pressed,
    // which must not move then.
    setFaults((found) => withoutFields(found, Object.keys(more) as Field[]));
  }

  function typed(): TemplateValues {
    flush();
    return { ...(base ?? NEW).values, ...latest.changes };
  }

  function replace(values: Partial<TemplateValues>): void {
    latest.changes = values;
    setChanges(values);
    setRevision((count) => count + 1);
  }

  async function save(version = base?.version): Promise<void> {
    const values = typed();
    const found = faultsOf(values);
    setFaults(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { data } = await store(bodyOf(values), version);
      await refresh();
      notify({ text: t('templates.form.saved') });
      onSaved(data.id);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'template_changed') {
        const { version: present, updated_by: by } = error.details as { version: number; updated_by: string };
        setOvertaken({ by, version: present, mine: null });
      } else if (!(error instanceof ApiError && error.status === 401)) {
        // A session that has ended asks to sign in again.
        const reason = templateFaultWords(t, error);
        setFaults({ all: t('templates.form.saveFailed', { reason }) });
      }
    } finally {
      setBusy(false);
    }
  }

  async function showTheirs(): Promise<void> {
    if (!entry || !overtaken || busy) return;
    setBusy(true);
    try {
      const found = await load(entry);
      const mine = typed();
      if ('updated_by' in found) setOvertaken({ by: found.updated_by, version: found.version, mine });
      setTheirs(baseOf(found));
      replace({});
    } catch (error) {
      setFaults({ all: t('templates.failed', { reason: templateFaultWords(t, error) }) });
    } finally {
      setBusy(false);
    }
  }

  function backToMine(): void {
    if (!overtaken?.mine) return;
    replace(overtaken.mine);
    setOvertaken({ ...overtaken, mine: null });
  }

  function store(body: ReturnType<typeof bodyOf>, version: number | undefined) {
    const params = { id: entry?.id ?? '' };
    if (scope === 'own') return entry ? api.updateTemplate({ params, body }) : api.createTemplate({ body });
    return entry
      ? api.updateDomainTemplate({ params, body: { ...body, version } })
      : api.createDomainTemplate({ body });
  }

  function faultsOf(values: TemplateValues): Faults {
    const found: Faults = {};
    if (values.name.trim() === '') found.name = t('templates.form.nameMissing');
    for (const field of RECIPIENTS) {
      const bad = recipientsFromText(values[field]).find(({ valid }) => !valid);
      if (bad) found[field] = t('templates.form.badAddress', { address: bad.email || bad.name });
    }
    return found;
  }

  const entries = scope === 'own' ? lists.own.data : lists.domain.data?.entries;
  return {
    values: base && { ...base.values, ...changes },
    revision,
    overtaken,
    showTheirs,
    backToMine,
    saveAnyway: () => save(overtaken?.version),
    failed: query.isError,
    retry: () => void query.refetch(),
    folders: [...new Set((entries ?? []).map(({ folder }) => folder).filter(Boolean))],
    isChanged: Object.keys(changes).length > 0,
    faults,
    busy,
    change,
    save: () => save(),
  };
}

function withoutFields(faults: Faults, fields: readonly Field[]): Faults {
  const left = { ...faults };
  for (const field of fields) delete left[field];
  return left;
}

function baseOf(template: Awaited<ReturnType<ReturnType<typeof useLoadTemplate>>>): Base {
  return { values: valuesOf(template), version: 'version' in template ? template.version : undefined };
}

function valuesOf(template: Awaited<ReturnType<ReturnType<typeof useLoadTemplate>>>): TemplateValues {
  const { name, folder, subject, html } = template;
  const textOf = (field: (typeof RECIPIENTS)[number]) =>
    template[field].map((one) => textOfRecipient({ ...one, valid: true, status: 'unknown' })).join(', ');
  return { name, folder, subject, html, to: textOf('to'), cc: textOf('cc'), bcc: textOf('bcc') };
}

function bodyOf({ name, folder, subject, html, ...typed }: TemplateValues) {
  const listOf = (field: (typeof RECIPIENTS)[number]) =>
    recipientsFromText(typed[field]).map((one) => ({ name: one.name, email: one.email }));
  return { name, folder, subject, html, to: listOf('to'), cc: listOf('cc'), bcc: listOf('bcc') };
}
