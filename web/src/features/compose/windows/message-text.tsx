import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { MailEditor, type MailEditorHandle } from '../editor/mail-editor.tsx';
import { QuotedOriginal } from '../editor/quoted-original.tsx';
import type { EditorTemplates, QueryListener } from '../editor/start-editor.ts';
import { uploadFault } from './upload-fault.ts';

type Props = {
  view: ComposeWindow;
  editor: RefObject<MailEditorHandle | null>;
  onSend(): void;
  templates: EditorTemplates;
  fields: QueryListener | undefined;
};

/** The writer's own text, and the quoted original below it. */
export function MessageText({ view, editor, onSend, templates, fields }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const { id } = view;
  return (
    <>
      <MailEditor
        ref={editor}
        value={view.body}
        revision={view.bodyRevision}
        onChange={(body) => model.change(id, { body })}
        onFiles={(files) => model.addFiles(id, files)}
        uploadImage={(file) =>
          model.uploadInlineImage(id, file).catch((error: unknown) => {
            throw new Error(uploadFault(t, error, file.name));
          })
        }
        onSend={onSend}
        templates={templates}
        fields={fields}
      />
      {view.quoted && view.quote !== null && view.answers !== null && (
        <QuotedOriginal
          answers={view.answers}
          html={view.quote}
          onEdit={(html) => {
            editor.current?.append(html);
            editor.current?.flush();
            model.change(id, { quoted: false });
          }}
          onQuoted={(quoted) => model.change(id, { quoted })}
        />
      )}
    </>
  );
}
