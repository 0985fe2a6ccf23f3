import { after } from '../../lib/timers.ts';
import { isTyping } from './shortcuts.ts';
import { type Awaited, held } from './typed-ahead.ts';

/** Text typed into the temporary field; `goesOn`: the user has not started to type elsewhere meanwhile. */
export type TypedAhead = { text: string; afterCaret: number; goesOn: boolean };

/**
 * Hands over the typed text and the focus: at once, or after an input method has composed the current letter.
 * `take` must write the text and move the focus synchronously, so that each keystroke is either in the text
 * or goes to the new field.
 */
export function takeKeys(meantFor: Awaited, take: (typed: TypedAhead) => void): () => void {
  let stop = () => {};
  const give = () => {
    const from = held.get(meantFor);
    if (from?.composing) {
      // Some browsers update the text after compositionend; by then the next composition may have begun.
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

/** Writes to the DOM at once: a keystroke before React's next render is appended to it. */
export function writeTyped(field: HTMLInputElement, { text, afterCaret, goesOn }: TypedAhead): void {
  if (text !== '') {
    field.value = text;
    const caret = Math.max(0, text.length - afterCaret);
    field.setSelectionRange(caret, caret);
  }
  if (goesOn) field.focus();
}

/** The ref of a field that takes over what was typed before it was there; `write` is told of it. */
export function takeTyped(meantFor: Awaited, write: (text: string) => void) {
  return (field: HTMLInputElement) =>
    takeKeys(meantFor, (typed) => {
      const text = typed.text.replace(/\s+/g, ' ');
      writeTyped(field, { ...typed, text });
      if (text !== '') write(text);
    });
}
