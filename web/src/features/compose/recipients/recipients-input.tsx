import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { type ChangeEvent, type KeyboardEvent, type Ref, type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import styles from './recipients-field.module.css';
import { SuggestedPeopleList } from './suggested-people.tsx';
import { endsRecipient, isRecipientList } from './typed-recipients.ts';
import { type SuggestedPeople, useRecipientSuggestions } from './use-recipient-suggestions.ts';

type Props = {
  ref: Ref<HTMLInputElement>;
  id: string;
  label: string;
  text: string;
  onText(text: string): void;
  /** The field that the suggestions hang below. */
  anchor: RefObject<HTMLElement | null>;
  /** Not to be suggested any more. */
  taken: readonly ComposeRecipient[];
  autoFocus: boolean;
  /** The message that says what is wrong, while there is one. */
  faultId: string | undefined;
  onAdd(text: string): void;
  onChoose(person: MailAddress): void;
  onRemoveLast(): void;
  onToTags(): void;
};

/** Where recipients are typed: a combobox whose list is the people who fit. */
export function RecipientsInput(props: Props) {
  const { ref, id, label, text, onText, anchor, taken, autoFocus, faultId } = props;
  const { onAdd, onChoose, onRemoveLast, onToTags } = props;
  const { t } = useTranslation();
  const [focused, setFocused] = useState(false);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [moved, setMoved] = useState<{ text: string; at: number } | null>(null);
  const found = useRecipientSuggestions(focused ? text : '');
  const people = withoutTaken(found, taken);
  const all = [...people.writtenWith, ...people.sameDomain];
  const open = focused && text.trim() !== '' && closedAt !== text && all.length > 0;
  // What is an address already is meant as it stands; otherwise the first person is what Enter takes.
  const first = isValidAddress(text.trim()) ? -1 : 0;
  const active = open ? Math.min(moved?.text === text ? moved.at : first, all.length - 1) : -1;

  function add(typed: string): void {
    if (typed.trim() !== '') onAdd(typed);
    onText('');
  }

  function choose(person: MailAddress): void {
    onChoose(person);
    onText('');
  }

  function change(event: ChangeEvent<HTMLInputElement>): void {
    const { value } = event.currentTarget;
    // A space that an input method writes on its way to a letter parts nothing.
    const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    if (!composing && endsRecipient(value)) add(value.replace(/[\s,;]+$/, ''));
    else onText(value);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return;
    const { key, currentTarget } = event;
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0;
    const person = all[active];
    if (open && (key === 'ArrowDown' || key === 'ArrowUp')) {
      const next = active + (key === 'ArrowDown' ? 1 : -1);
      setMoved({ text, at: (next + all.length) % all.length });
    } else if (key === 'Escape' && open) {
      // The window around it is not meant.
      event.stopPropagation();
      setClosedAt(text);
    } else if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The window sends: what is typed is to be among its recipients by then.
      add(text);
      return;
    } else if (key === 'Enter') {
      if (person) choose(person);
      else add(text);
    } else if (key === 'Tab' && !event.shiftKey && text.trim() !== '') {
      // The focus goes on as it always does.
      if (person) choose(person);
      else add(text);
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
        aria-expanded={open}
        aria-controls={open ? `${id}-people` : undefined}
        aria-autocomplete="list"
        aria-invalid={faultId !== undefined || undefined}
        aria-describedby={faultId}
        aria-activedescendant={active >= 0 ? `${id}-people-${active}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: a new message begins with whom it is for
        autoFocus={autoFocus}
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
          // Another window has the focus, perhaps to copy the rest from there.
          if (!document.hasFocus()) return;
          setFocused(false);
          add(text);
        }}
      />
      {open && anchor.current && (
        <SuggestedPeopleList
          id={`${id}-people`}
          anchor={anchor.current}
          people={people}
          active={active}
          onActive={(at) => setMoved({ text, at })}
          onChoose={choose}
        />
      )}
      <div role="status" className="visually-hidden">
        {open && t('compose.recipients.found', { count: all.length })}
      </div>
    </>
  );
}

function withoutTaken(people: SuggestedPeople, taken: readonly ComposeRecipient[]): SuggestedPeople {
  const known = new Set(taken.map(({ email }) => email.toLowerCase()));
  const left = (group: readonly MailAddress[]) =>
    group.filter(({ email }) => {
      const key = email.toLowerCase();
      return !known.has(key) && known.add(key);
    });
  return { writtenWith: left(people.writtenWith), sameDomain: left(people.sameDomain) };
}
