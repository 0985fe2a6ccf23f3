import { type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { findTemplates } from '../../../parts/templates/find-templates.ts';
import { type TemplateEntry, useTemplates } from '../../../parts/templates/use-templates.ts';
import type { TypedRange } from '../editor/insert-template.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { FieldsDialog } from './fields-dialog.tsx';
import { NoTemplatesShown, useNoTemplates } from './no-templates.tsx';
import { PickTemplate } from './pick-template.tsx';
import { SaveAsTemplate } from './save-as-template.tsx';
import { templateOption } from './template-option.ts';
import { TypedList } from './typed-list.tsx';
import type { FormTemplates } from './use-form-templates.ts';
import { useInsertTemplate } from './use-insert-template.ts';

type Props = {
  view: ComposeWindow;
  editor: RefObject<MailEditorHandle | null>;
  templates: FormTemplates;
};

/** Everything of templates that opens over a form. */
export function TemplateLayers({ view, editor, templates }: Props) {
  const { t } = useTranslation();
  const lists = useTemplates();
  const { own, domain } = lists;
  const none = useNoTemplates(lists);
  const { asked, insert } = useInsertTemplate(view.id, editor);
  const [inserting, setInserting] = useState(false);
  const { slash, shown, keys, close } = templates;
  const entries = [...(own.data ?? []), ...(domain.data?.entries ?? [])];
  const found = slash ? findTemplates(entries, slash.query) : [];

  function choose(entry: TemplateEntry, range: TypedRange | null): void {
    if (inserting) return;
    setInserting(true);
    close();
    void insert(entry, range).finally(() => setInserting(false));
  }

  function leave(): void {
    close();
    editor.current?.focus('cursor');
  }

  return (
    <>
      {slash && !inserting && (
        <TypedList
          query={slash}
          label={t('templates.insert.list')}
          found={found}
          counted={t('templates.count', { count: found.length })}
          nothing={none.out && entries.length === 0 ? t('templates.offline') : undefined}
          keys={keys}
          optionOf={(entry) => templateOption(t, entry)}
          onChoose={(entry) => choose(entry, slash)}
        />
      )}
      {shown === 'pick' && (
        <PickTemplate
          entries={entries}
          empty={<NoTemplatesShown why={none} />}
          onChoose={(entry) => choose(entry, null)}
          onClose={leave}
        />
      )}
      {shown === 'save' && <SaveAsTemplate view={view} onClose={leave} />}
      {asked && <FieldsDialog name={asked.name} fields={asked.fields} onAnswer={asked.answer} />}
    </>
  );
}
