import { after } from '../../lib/timers.ts';
import { isTyping } from './shortcuts.ts';
import { type Awaited, held } from './typed-ahead.ts';

/** What was typed into the stand-in; `goesOn` where its writer has not begun to write elsewhere meanwhile. */
export type TypedAhead = { text: string; afterCaret: number; goesOn: boolean };

/**
 * Hands over what was typed, and with it the focus: at once, or after the letter that an input method is writing. `take`
 * writes it and moves the focus in one go, so that every key is either in the text or comes to the new field.
 */
export function takeKeys(meantFor: Awaited, take: (typed: TypedAhead) => void): () => void {
  let stop = () => {};
  const give = () => {
    const from = held.get(meantFor);
    if (from?.composing) {
      // Some browsers tell of the text after the end of the composition; by then the next one may have begun.
      const ended = () => {
        stop = after(0, give);
      };
      from.field.addEventListener('compositionend', ended, { once: true });
      stop = () => from.field.removeEventListener('compositionend', ended);
      return;
    }
    held.delete(meantFor);
    const { activeElement } = document;
    take({
      text: from?.field.value ?? '',
      afterCaret: from ? from.field.value.length - from.field.selectionEnd : 0,
      goesOn: !from || activeElement === from.field || !isTyping(activeElement),
    });
    from?.field.remove();
  };
  give();
  return () => stop();
}

/** Writes it there at once: a key that comes before React has drawn the field anew is written after it. */
export function writeTyped(field: HTMLInputElement, { text, afterCaret, goesOn }: TypedAhead): void {
  if (text !== '') {
    field.value = text;
    const caret = Math.max(0, text.length - afterCaret);
    field.setSelectionRange(caret, caret);
  }
  if (goesOn) field.focus();
}
