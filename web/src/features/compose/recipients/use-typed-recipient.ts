import type { MailAddress } from '@bocau/contract/fields.ts';
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { type TypedAhead, writeTyped } from '../../../parts/keyboard/take-keys.ts';
import { typeRecipients } from './typed-recipients.ts';
import { useCorrection } from './use-correction.ts';

/** Where what was typed before it was there is written. */
export type FieldHandle = { type(typed: TypedAhead): void };

type How = {
  ref: Ref<FieldHandle> | undefined;
  input: RefObject<HTMLInputElement | null>;
  onAdd(text: string): void;
};

/** What is typed at the end of a line of recipients until it is one of them. */
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
      // Whatever is typed from nothing is no correction of what was there.
      if (next === '') correction.drop();
      setText(next);
    },
    add,
    addPerson: (person: MailAddress) => add(textOfRecipient({ ...person, valid: true, status: 'unknown' })),
    /** A recipient becomes text again, and what was typed a recipient. */
    change(email: string, takeBack: () => string): void {
      if (text.trim() !== '') add(text);
      correction.begin(email);
      setText(takeBack());
      input.current?.focus();
      requestAnimationFrame(() => input.current?.select());
    },
  };
}
