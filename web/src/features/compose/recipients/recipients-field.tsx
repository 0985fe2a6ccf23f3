import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient, RecipientField } from '../../../model/compose/compose-model.ts';
import { FoldedRecipients } from './folded-recipients.tsx';
import { RecipientTag, type TagActs } from './recipient-tag.tsx';
import styles from './recipients-field.module.css';
import { RecipientsInput } from './recipients-input.tsx';
import { TagMenu } from './tag-menu.tsx';
import { useCloseAfterPress } from './use-close-after-press.ts';
import { useRecipientNews } from './use-recipient-news.ts';
import type { SuggestionOrder } from './use-recipient-suggestions.ts';
import { type OpenMenu, useTagActs } from './use-tag-acts.ts';
import { useTagDrag } from './use-tag-drag.ts';
import { type FieldHandle, useTypedRecipient } from './use-typed-recipient.ts';

type Props = {
  ref?: Ref<FieldHandle> | undefined;
  field: RecipientField;
  /** Instead of the name of the field. */
  label?: string;
  /** Of the input; without it that of recipients of a message. */
  inputLabel?: string;
  /** The window's id: tags can be dragged only between fields of one window. */
  group: string;
  recipients: readonly ComposeRecipient[];
  /** The other fields that are shown. */
  otherFields: readonly RecipientField[];
  /** RC-9: whether outside recipients are marked. */
  marksOutside: boolean;
  /** Of those who are suggested. */
  order?: SuggestionOrder;
  autoFocus?: boolean;
  /** The id of the error message, while there is one. */
  faultId?: string | undefined;
  /** One or several recipients, typed or pasted. */
  onAdd(text: string): void;
  onRemove(index: number): void;
  onMove(from: RecipientField, index: number, to: RecipientField, at?: number): void;
  /** Removes the recipient and returns it as text. */
  onTakeBack(index: number): string;
  /** At the end of the line: the buttons for Cc and Bcc. */
  children?: ReactNode;
};

/** One line of names at rest; tags and an input while it has the focus. */
export function RecipientsField(props: Props) {
  const { field, group, recipients, otherFields, marksOutside, autoFocus = false, faultId, children } = props;
  const { onRemove, onMove, onTakeBack } = props;
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(autoFocus);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const label = props.label ?? t(`compose.recipients.${field}`);
  const typed = useTypedRecipient({ ref: props.ref, input, onAdd: props.onAdd });
  const news = useRecipientNews(recipients);
  const drag = useTagDrag({ field, group, onMove, onAdd: props.onAdd });
  const { acts, focusTag } = useTagActs({ root, input, recipients, drag, onRemove, onMenu: setMenu });
  const folded = !open && recipients.length > 0;
  const closeAfterPress = useCloseAfterPress(open, () => {
    if (!root.current?.contains(document.activeElement)) setOpen(false);
  });

  const { length } = recipients;
  useEffect(() => {
    if (open && length > 0 && document.activeElement === input.current)
      input.current?.scrollIntoView({ block: 'nearest' });
  }, [open, length]);

  const menued = menu && recipients[menu.index];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the names focuses the input
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      ref={root}
      className={styles.field}
      data-over={drag.over || undefined}
      data-fault={faultId !== undefined || undefined}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest('button, input')) input.current?.focus();
      }}
      onFocus={({ target }) => {
        if (target.closest('[data-recipients]')) setOpen(true);
      }}
      onBlur={({ relatedTarget }) => {
        if (!root.current?.contains(relatedTarget) && !menu) closeAfterPress();
      }}
      {...drag.target}
    >
      <label htmlFor={`${id}-input`} className={styles.label}>
        {label}
      </label>
      {/* At the end of the line, but first in tab order: Tab after the recipients leads to the subject. */}
      {children && <div className={styles.children}>{children}</div>}
      <div className={styles.middle} data-recipients data-folded={folded || undefined}>
        {folded && <FoldedRecipients recipients={recipients} />}
        {!folded && recipients.length > 0 && (
          <RecipientTags recipients={recipients} label={label} marksOutside={marksOutside} acts={acts} />
        )}
        <RecipientsInput
          ref={input}
          id={`${id}-input`}
          label={props.inputLabel ?? t('compose.recipients.input', { field: label })}
          text={typed.text}
          onText={typed.type}
          anchor={root}
          taken={recipients}
          order={props.order}
          autoFocus={autoFocus}
          faultId={faultId}
          onAdd={typed.add}
          onChoose={typed.addPerson}
          onRemoveLast={() => recipients.length > 0 && onRemove(recipients.length - 1)}
          onToTags={() => focusTag(recipients.length - 1)}
        />
      </div>
      {menu && menued && (
        <TagMenu
          anchor={menu.anchor}
          onClose={() => setMenu(null)}
          recipient={menued}
          otherFields={otherFields}
          onRemove={() => {
            onRemove(menu.index);
            input.current?.focus();
          }}
          onChange={() => {
            setMenu(null);
            typed.change(menued.email, () => onTakeBack(menu.index));
          }}
          onMove={(to) => {
            onMove(field, menu.index, to);
            input.current?.focus();
          }}
          onMeant={(person) => {
            onRemove(menu.index);
            typed.addPerson(person);
            input.current?.focus();
          }}
        />
      )}
      <div role="status" className="visually-hidden">
        {news}
      </div>
    </div>
  );
}

type TagsProps = Pick<Props, 'recipients' | 'marksOutside'> & { label: string; acts: TagActs };

function RecipientTags({ recipients, label, marksOutside, acts }: TagsProps) {
  const { t } = useTranslation();
  return (
    <ul className={styles.tags} aria-label={t('compose.recipients.list', { field: label })}>
      {recipients.map((recipient, index) => (
        <RecipientTag
          key={recipient.email.toLowerCase()}
          recipient={recipient}
          index={index}
          count={recipients.length}
          marksOutside={marksOutside}
          acts={acts}
        />
      ))}
    </ul>
  );
}
