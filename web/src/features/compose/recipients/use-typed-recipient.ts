import type { MailAddress } from '@bocau/contract/fields.ts';
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { type TypedAhead, writeTyped } from '../../../parts/keyboard/take-keys.ts';
import { typeRecipients } from './typed-recipients.ts';
import { useCorrection } from './use-correction.ts';

/** Receives what was typed before the field was ready. */
export type FieldHandle = { type(typed: TypedAhead): void };

type How = {
  ref: Ref<FieldHandle> | undefined;
  input: RefObject<HTMLInputElement | null>;
  onAdd(text: string): void;
};

/** The text typed at the end of the recipients until it becomes one of them. */
export function useTypedRecipient({ ref, input, onAdd }: How) {
  const [text, setText] = useState('');
  const correction = useCorrection();

  useImperativeHandle(ref, () => ({
    type(typed) {
      const text = typeRecipients(typed.text, onAdd);
      if (input.current) writeTyped(input.current, { ...typed, text });
      setText(text);
    },
  }));

  function add(typed: string): void {
    correction.end(typed);
    onAdd(typed);
  }

  return {
    text,
    type(next: string): void {
      // Text typed into an empty field is no correction of an earlier address.
      if (next === '') correction.drop();
      setText(next);
    },
    add,
    addPerson: (person: MailAddress) => add(textOfRecipient({ ...person, valid: true, status: 'unknown' })),
    /** Turns a recipient back into text, and the typed text into a recipient. */
    change(email: string, takeBack: () => string): void {
      if (text.trim() !== '') add(text);
      correction.begin(email);
      setText(takeBack());
      input.current?.focus();
      requestAnimationFrame(() => input.current?.select());
    },
  };
}
