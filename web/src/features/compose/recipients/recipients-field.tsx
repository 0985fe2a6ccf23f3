import type { MailAddress } from '@bocau/contract/fields.ts';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient, RecipientField } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { type TypedAhead, writeTyped } from '../../../parts/keyboard/take-keys.ts';
import { FoldedRecipients } from './folded-recipients.tsx';
import { RecipientTag, type TagActs } from './recipient-tag.tsx';
import styles from './recipients-field.module.css';
import { RecipientsInput } from './recipients-input.tsx';
import { TagMenu } from './tag-menu.tsx';
import { typeRecipients } from './typed-recipients.ts';
import { useCorrection } from './use-correction.ts';
import { useRecipientNews } from './use-recipient-news.ts';
import { useTagDrag } from './use-tag-drag.ts';

/** Where what was typed before it was there is written. */
export type FieldHandle = { type(typed: TypedAhead): void };

type Props = {
  ref?: Ref<FieldHandle> | undefined;
  field: RecipientField;
  /** Of the window: tags are dragged between the fields of one window only. */
  group: string;
  recipients: readonly ComposeRecipient[];
  /** Fields that are shown besides this one. */
  otherFields: readonly RecipientField[];
  /** RC-9: outside recipients carry a mark. */
  marksOutside: boolean;
  autoFocus?: boolean;
  /** Of the message that says what is wrong, while there is one. */
  faultId?: string | undefined;
  /** Typed or pasted, one or many. */
  onAdd(text: string): void;
  onRemove(index: number): void;
  onMove(from: RecipientField, index: number, to: RecipientField, at?: number): void;
  /** Takes the recipient out and answers it as text. */
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
  const [text, setText] = useState('');
  const [open, setOpen] = useState(autoFocus);
  const [menu, setMenu] = useState<{ index: number; anchor: HTMLElement } | null>(null);
  const label = t(`compose.recipients.${field}`);
  const correction = useCorrection();
  const news = useRecipientNews(recipients);
  const drag = useTagDrag({ field, group, onMove, onAdd: props.onAdd });
  const folded = !open && recipients.length > 0;
  const latest = useRef({ recipients, onRemove, drag });
  useLayoutEffect(() => {
    latest.current = { recipients, onRemove, drag };
  });

  const { length } = recipients;
  useEffect(() => {
    if (open && length > 0 && document.activeElement === input.current)
      input.current?.scrollIntoView({ block: 'nearest' });
  }, [open, length]);

  useImperativeHandle(props.ref, () => ({
    type(typed) {
      const text = typeRecipients(typed.text, props.onAdd);
      if (input.current) writeTyped(input.current, { ...typed, text });
      setText(text);
    },
  }));

  function onAdd(text: string): void {
    correction.end(text);
    props.onAdd(text);
  }

  function focusTag(index: number): void {
    const tag = root.current?.querySelector<HTMLElement>(`[data-tag="${index}"]`);
    (tag ?? input.current)?.focus();
  }

  function removeAndStay(index: number, next: number): void {
    const isLast = latest.current.recipients.length === 1;
    // Before the tag goes, or the field would have lost the focus.
    if (isLast || next < 0 || next >= latest.current.recipients.length) input.current?.focus();
    else focusTag(next);
    latest.current.onRemove(index);
    if (!isLast && next > index) queueMicrotask(() => focusTag(index));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: hundreds of tags are drawn once; what they need is the latest
  const acts = useMemo<TagActs>(() => {
    function onKey(event: KeyboardEvent<HTMLButtonElement>, index: number): void {
      if (event.nativeEvent.isComposing) return;
      const end = latest.current.recipients.length;
      const go = { ArrowLeft: Math.max(index - 1, 0), ArrowRight: index + 1, Home: 0, End: end }[event.key];
      if (go !== undefined) focusTag(go);
      else if (event.key === 'Delete') removeAndStay(index, index + 1);
      else if (event.key === 'Backspace') removeAndStay(index, index - 1);
      else if (event.key === 'F10' && event.shiftKey) setMenu({ index, anchor: event.currentTarget });
      else return;
      event.preventDefault();
    }
    return {
      onKey,
      onMenu: (index, anchor) => setMenu({ index, anchor }),
      onRemove: (index) => {
        latest.current.onRemove(index);
        input.current?.focus();
      },
      onDragStart: (event, index) => {
        const dragged = latest.current.recipients[index];
        if (dragged) latest.current.drag.start(event, index, textOfRecipient(dragged));
      },
    };
  }, []);

  function changeAddress(index: number): void {
    if (text.trim() !== '') onAdd(text);
    correction.begin(recipients[index]?.email ?? '');
    setText(onTakeBack(index));
    setMenu(null);
    input.current?.focus();
    requestAnimationFrame(() => input.current?.select());
  }

  const menued = menu && recipients[menu.index];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the names means the input
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
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
        if (!root.current?.contains(relatedTarget) && !menu) setOpen(false);
      }}
      {...drag.target}
    >
      <label htmlFor={`${id}-input`} className={styles.label}>
        {label}
      </label>
      {/* Drawn at the end of the line, and before it by Tab: who has given the recipients goes on with the subject. */}
      {children && <div className={styles.children}>{children}</div>}
      <div className={styles.middle} data-recipients data-folded={folded || undefined}>
        {folded && <FoldedRecipients recipients={recipients} />}
        {!folded && recipients.length > 0 && (
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
        )}
        <RecipientsInput
          ref={input}
          id={`${id}-input`}
          label={t('compose.recipients.input', { field: label })}
          text={text}
          onText={(next) => {
            // Whatever is typed from nothing is no correction of what was there.
            if (next === '') correction.drop();
            setText(next);
          }}
          anchor={root}
          taken={recipients}
          autoFocus={autoFocus}
          faultId={faultId}
          onAdd={onAdd}
          onChoose={(person: MailAddress) =>
            onAdd(textOfRecipient({ ...person, valid: true, status: 'unknown' }))
          }
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
          onChange={() => changeAddress(menu.index)}
          onMove={(to) => {
            onMove(field, menu.index, to);
            input.current?.focus();
          }}
          onMeant={(person) => {
            onRemove(menu.index);
            onAdd(textOfRecipient({ ...person, valid: true, status: 'unknown' }));
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
