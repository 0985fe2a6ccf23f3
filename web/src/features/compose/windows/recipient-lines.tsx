import { type ReactNode, type Ref, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow, RecipientField } from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { RecipientsField } from '../recipients/recipients-field.tsx';
import type { FieldHandle } from '../recipients/use-typed-recipient.ts';
import styles from './compose-form.module.css';

type Props = {
  view: ComposeWindow;
  /** The handle of the field "To". */
  ref: Ref<FieldHandle>;
  /** The fault of a field, if it is to be shown. */
  faultOf(field: RecipientField): string | null;
  /** The content at the end of the first line. */
  corner?: ReactNode;
};

/** CW-8: To, and Cc and Bcc where they are used or were requested. */
export function RecipientLines({ view, ref, faultOf, corner }: Props) {
  const [asked, setAsked] = useState<RecipientField | null>(null);
  const shown = shownFields(view.shown, view.cc.length, view.bcc.length);
  const line = { view, shown, asked, faultOf };
  return (
    <>
      <RecipientLine {...line} field="to" ref={ref}>
        <MoreFields view={view} shown={shown} onAsk={setAsked} />
        {corner}
      </RecipientLine>
      {shown.includes('cc') && <RecipientLine {...line} field="cc" />}
      {shown.includes('bcc') && <RecipientLine {...line} field="bcc" />}
    </>
  );
}

type LineProps = Pick<Props, 'view' | 'faultOf'> & {
  ref?: Ref<FieldHandle>;
  field: RecipientField;
  shown: readonly RecipientField[];
  asked: RecipientField | null;
  children?: ReactNode;
};

function RecipientLine({ view, ref, field, shown, asked, faultOf, children }: LineProps) {
  const model = useComposeModel();
  const { warning_send_outside: marksOutside } = useSettings();
  const { id } = view;
  const fault = faultOf(field);
  const faultId = `${id}-${field}-fault`;
  return (
    <>
      <RecipientsField
        ref={ref}
        field={field}
        group={id}
        recipients={view[field]}
        otherFields={shown.filter((other) => other !== field)}
        marksOutside={marksOutside}
        autoFocus={field === asked}
        faultId={fault === null ? undefined : faultId}
        onAdd={(text) => model.addRecipients(id, field, text)}
        onRemove={(index) => model.removeRecipient(id, field, index)}
        onMove={(from, index, to, at) => model.moveRecipient(id, from, index, to, at)}
        onTakeBack={(index) => model.takeRecipientBack(id, field, index)}
      >
        {children}
      </RecipientsField>
      {fault !== null && (
        <p id={faultId} className={styles.fault}>
          {fault}
        </p>
      )}
    </>
  );
}

type MoreProps = {
  view: ComposeWindow;
  shown: readonly RecipientField[];
  onAsk(field: RecipientField): void;
};

/** Buttons for the hidden fields. */
function MoreFields({ view, shown, onAsk }: MoreProps) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const hidden = (['cc', 'bcc'] as const).filter((field) => !shown.includes(field));
  return hidden.map((field) => (
    <button
      key={field}
      type="button"
      className={styles.more}
      aria-label={t(field === 'cc' ? 'composeWindow.showCc' : 'composeWindow.showBcc')}
      onClick={() => {
        onAsk(field);
        model.change(view.id, { shown: { ...view.shown, [field]: true } });
      }}
    >
      {t(`composeWindow.${field}`)}
    </button>
  ));
}

function shownFields(
  chosen: { cc: boolean; bcc: boolean },
  cc: number,
  bcc: number,
): readonly RecipientField[] {
  return [
    'to',
    ...(chosen.cc || cc > 0 ? ['cc' as const] : []),
    ...(chosen.bcc || bcc > 0 ? ['bcc' as const] : []),
  ];
}
