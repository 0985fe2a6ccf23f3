import { IconWorld, IconX } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, memo, useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import styles from './recipients-field.module.css';

export type TagActs = {
  onKey(event: KeyboardEvent<HTMLButtonElement>, index: number): void;
  onMenu(index: number, anchor: HTMLElement): void;
  onRemove(index: number): void;
  onDragStart(event: DragEvent, index: number): void;
};

type Props = {
  recipient: ComposeRecipient;
  index: number;
  count: number;
  marksOutside: boolean;
  acts: TagActs;
};

/** One recipient. The arrow keys reach its button; the cross is for the pointer, Delete for the keyboard. */
export const RecipientTag = memo(function RecipientTag({
  recipient,
  index,
  count,
  marksOutside,
  acts,
}: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { email, name, valid, status } = recipient;
  const shown = shownName(recipient);
  const outside = marksOutside && valid && status === 'outside';
  const missing = valid && status === 'missing';
  const reason = reasonFor();
  const person = [name && name !== email ? `${name} ${email}` : email, reason].filter(Boolean).join(', ');
  return (
    <li className={styles.item}>
      <button
        id={id}
        type="button"
        className={styles.tag}
        tabIndex={-1}
        draggable
        data-tag={index}
        data-invalid={!valid || missing || undefined}
        data-outside={outside || undefined}
        aria-haspopup="menu"
        aria-label={t('compose.recipients.tag', { person, place: index + 1, count })}
        title={[reason, textOfRecipient(recipient)].filter(Boolean).join(': ')}
        onKeyDown={(event) => acts.onKey(event, index)}
        onClick={({ currentTarget }) => acts.onMenu(index, currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          acts.onMenu(index, event.currentTarget);
        }}
        onDragStart={(event) => acts.onDragStart(event, index)}
      >
        {outside && <IconWorld size={14} className={styles.mark} aria-hidden />}
        <span className={styles.name}>{shown}</span>

        <span
          className={styles.cross}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            acts.onRemove(index);
          }}
        >
          <IconX size={14} />
        </span>
      </button>
    </li>
  );

  function reasonFor(): string | null {
    if (!valid) return t('compose.recipients.invalid');
    if (missing) return t('compose.recipients.missing');
    return outside ? t('compose.recipients.outside') : null;
  }
});

/** A name that could pass for another address is not shown in place of the true one. */
export function shownName({ name, email }: ComposeRecipient): string {
  return name && !name.includes('@') ? name : email;
}
