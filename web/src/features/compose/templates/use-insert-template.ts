import { type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { countImages, textOf, withoutSignature } from '../../../model/compose/own-words.ts';
import { noteFieldsLeft } from '../../../model/compose/template-fields.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { templateFaultWords } from '../../../parts/templates/template-fault-words.ts';
import { type TemplateEntry, useTakeTemplate } from '../../../parts/templates/use-templates.ts';
import type { TypedRange } from '../editor/insert-template.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { besidesText, wayIn } from './besides-text.ts';
import {
  dateInWords,
  fieldsOfTemplate,
  fieldsToAsk,
  fillHtml,
  fillSubject,
  knownValues,
  languageOfText,
} from './fill-template.ts';

/** What is to be asked for before a template is inserted. */
export type AskedFields = {
  name: string;
  fields: readonly string[];
  answer(values: ReadonlyMap<string, string> | null): void;
};

type Person = Pick<ComposeRecipient, 'name' | 'email'>;
type Taken = Awaited<ReturnType<ReturnType<typeof useTakeTemplate>>>;

/** Inserts templates into a message: what is not known is asked for first. */
export function useInsertTemplate(id: string, editor: RefObject<MailEditorHandle | null>) {
  const { t, language } = useTranslation();
  const api = useApi();
  const model = useComposeModel();
  const take = useTakeTemplate();
  const { time_zone: zone } = useSettings();
  const [asked, setAsked] = useState<AskedFields | null>(null);

  function ask(name: string, fields: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    return new Promise((resolve) => {
      setAsked({
        ...{ name, fields },
        answer(values) {
          setAsked(null);
          resolve(values);
        },
      });
    });
  }

  /** TE-7: of the first recipient, whom the template itself may bring. */
  async function knownOf(person: Person | undefined, template: Taken): Promise<Map<string, string>> {
    const written = languageOfText(`${template.subject} ${textOf(template.html)}`, language);
    const today = dateInWords(now(), zone, written);
    if (!person || template.fields.length === 0) return knownValues(null, today);
    // Without an answer the fields are asked for.
    const contact = await api.findContact({ query: { email: person.email } }).catch(() => null);
    const card = contact?.data;
    // A colleague need not be among the contacts; of others the directory knows nothing.
    const colleague =
      card?.name || person.name
        ? null
        : await api.getDirectoryPerson({ query: { email: person.email } }).catch(() => null);
    const name = card?.name || person.name || (colleague?.data.name ?? '');
    const title = card?.title || (colleague?.data.title ?? '');
    return knownValues({ name, title, company: card?.organisation ?? '' }, today);
  }

  async function insert(entry: TemplateEntry, range: TypedRange | null): Promise<void> {
    editor.current?.flush();
    const view = model.window(id);
    if (!view) return;
    let template: Taken;
    try {
      template = await take(entry);
    } catch (error) {
      notify({
        text: t('templates.insert.loadFailed', { reason: templateFaultWords(t, error) }),
        tone: 'danger',
      });
      return;
    }
    const way = wayIn(view, template, isBare(view.body, range));
    const fields = fieldsOfTemplate({ ...template, ...(!way.subject && { subject: '' }) });
    const [first] = way.recipients === 'instead' ? template.to : [...view.to, ...template.to];
    const values = await knownOf(first, { ...template, fields });
    const open = fieldsToAsk(fields, values);
    const answers = open.length > 0 ? await ask(entry.name, open) : new Map<string, string>();
    if (answers === null) {
      editor.current?.focus('cursor');
      return;
    }
    for (const [key, value] of answers) if (value.trim() !== '') values.set(key, value.trim());
    noteFieldsLeft(id, fieldsToAsk(fields, values));
    const subject = way.subject ? fillSubject(template.subject, values) : '';
    const besides = besidesText(model, id, { ...template, subject }, way);
    editor.current?.insertTemplate(fillHtml(template.html, values), range, besides);
    if (way.recipients === 'none') notify({ text: t('templates.insert.textOnly', { name: entry.name }) });
    editor.current?.focus('cursor');
    editor.current?.flush();
    // How often it is used only orders the list.
    if (entry.scope === 'own') void api.countTemplateUse({ params: { id: entry.id } }).catch(() => undefined);
  }

  return { asked, insert };
}

/** Whether there is nothing in a text but what was typed to find a template. */
function isBare(body: string, range: TypedRange | null): boolean {
  const own = withoutSignature(body);
  return countImages(own) === 0 && textOf(own).length <= (range ? range.to - range.from : 0);
}
