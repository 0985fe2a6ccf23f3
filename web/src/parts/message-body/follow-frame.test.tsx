import { afterEach, expect, test } from 'vitest';
import { pushLayer } from '../../ui/layers/layers.ts';
import { followFrame } from './follow-frame.ts';

afterEach(() => document.body.replaceChildren());

/** A message whose body has the focus, and the keys that reach the page. */
function openMessage() {
  document.body.innerHTML = `<article data-message="m1"><button data-message-toggle>Lan</button><div></div></article>`;
  const frame = document.createElement('iframe');
  document.querySelector('div')?.append(frame);
  const stop = followFrame(frame, false, () => undefined);
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => void heard.push(key);
  window.addEventListener('keydown', hear);
  frame.focus();
  return {
    heard,
    press(key: string) {
      const { body, defaultView } = frame.contentDocument as Document;
      const event = new (defaultView as Window & typeof globalThis).KeyboardEvent('keydown', {
        key,
        bubbles: true,
        cancelable: true,
      });
      body.dispatchEvent(event);
    },
    end() {
      stop();
      window.removeEventListener('keydown', hear);
    },
  };
}

test('keys in the text of a message are heard by the page, and Escape gives it the focus', () => {
  const { heard, press, end } = openMessage();
  for (const key of ['j', 'r']) press(key);
  expect(heard).toEqual(['j', 'r']);
  expect(document.activeElement?.tagName).toBe('IFRAME');
  press('Escape');
  expect(heard).toEqual(['j', 'r']);
  expect(document.activeElement?.textContent).toBe('Lan');
  end();
});

test('Escape in the text of a message closes what lies over the page', () => {
  const { heard, press, end } = openMessage();
  const close = pushLayer({ close: () => undefined, isPopup: true });
  press('Escape');
  expect(heard).toEqual(['Escape']);
  close();
  end();
});
