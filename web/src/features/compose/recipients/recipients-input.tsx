import type { MailAddress } from '@bocau/contract/fields.ts';
import { type ChangeEvent, type KeyboardEvent, type Ref, type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import styles from './recipients-field.module.css';
import type { Suggested } from './suggested.ts';
import { SuggestedPeopleList } from './suggested-people.tsx';
import { endsRecipient, holdsAddress, isRecipientList } from './typed-recipients.ts';
import { useContactListChoice } from './use-contact-list-choice.ts';
import { useNamedPerson } from './use-named-person.ts';
import { usePeopleChoice } from './use-people-choice.ts';
import type { SuggestionOrder } from './use-recipient-suggestions.ts';

type Props = {
  ref: Ref<HTMLInputElement>;
  id: string;
  label: string;
  text: string;
  onText(text: string): void;
  /** The field below which the suggestions are placed. */
  anchor: RefObject<HTMLElement | null>;
  /** People who are recipients already and not suggested again. */
  taken: readonly ComposeRecipient[];
  order?: SuggestionOrder | undefined;
  autoFocus: boolean;
  /** The id of the error message, while there is one. */
  faultId: string | undefined;
  onAdd(text: string): void;
  onChoose(person: MailAddress): void;
  onRemoveLast(): void;
  onToTags(): void;
};

/** The input of recipients: a combobox that lists matching people. */
export function RecipientsInput(props: Props) {
  const { ref, id, label, text, onText, anchor, taken, autoFocus, faultId } = props;
  const { onAdd, onChoose, onRemoveLast, onToTags } = props;
  const { t } = useTranslation();
  const [focused, setFocused] = useState(false);
  const choice = usePeopleChoice(text, focused, taken, props.order);
  const { isOpen, active, meant } = choice;
  const addList = useContactListChoice(onAdd);
  const named = useNamedPerson(text, choice, choose);

  function add(typed: string): void {
    if (typed.trim() !== '') onAdd(typed);
    onText('');
  }

  function choose(meant: Suggested): void {
    if ('email' in meant) onChoose(meant);
    else void addList(meant);
    onText('');
  }

  /** RC-2: an address is added; a name takes the highlighted person, or waits for one. */
  function takeMeant(typed = text): void {
    if (holdsAddress(typed) && !(meant && choice.settled)) add(typed);
    else named.take(typed);
  }

  function change(event: ChangeEvent<HTMLInputElement>): void {
    const { value } = event.currentTarget;
    // A space typed during an IME composition separates nothing.
    const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    const complete = !composing && endsRecipient(value);
    const typed = complete ? value.replace(/[\s,;]+$/, '') : value;
    if (complete && (typed.trim() === '' || holdsAddress(typed))) {
      add(typed);
      return;
    }
    onText(typed);
    if (complete) named.take(typed);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing || choice.takeKey(event)) return;
    const { key, currentTarget } = event;
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The window sends on this key: what is typed must be among its recipients by then.
      add(text);
      return;
    } else if (key === 'Enter') {
      takeMeant();
    } else if (key === 'Tab' && !event.shiftKey && text.trim() !== '') {
      // Tab still moves the focus, and what is left becomes a recipient as it is.
      if (meant && choice.settled) choose(meant);
      return;
    } else if (key === 'Backspace' && text === '') {
      onRemoveLast();
    } else if (key === 'ArrowLeft' && atStart && taken.length > 0) {
      onToTags();
    } else {
      return;
    }
    event.preventDefault();
  }

  return (
    <>
      <input
        ref={ref}
        id={id}
        type="text"
        inputMode="email"
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-autocomplete="list"
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        aria-activedescendant={active >= 0 ? `${id}-people-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: a new message begins with its recipients
        autoFocus={autoFocus}
        // Dialogs that open with it give the focus to what is marked so.
        data-autofocus={autoFocus || undefined}
        value={text}
        onChange={change}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (text.trim() !== '' || !isRecipientList(pasted)) return;
          event.preventDefault();
          add(pasted);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          // Another window has the focus; the user may be copying the rest of the address from there.
          if (!document.hasFocus()) return;
          setFocused(false);
          add(text);
        }}
      />
      <span role="status" className={styles.nobody}>
        {named.found === 'nobody' && t('compose.recipients.nobody', { text: text.trim() })}
      </span>
      <SuggestedPeopleList id={`${id}-people`} anchor={anchor} choice={choice} onChoose={choose} />
    </>
  );
}
