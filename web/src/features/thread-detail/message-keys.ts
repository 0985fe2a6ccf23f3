import { isInOverlay, isTyping } from '../../parts/keyboard/shortcuts.ts';

const NEXT = new Set(['n', 'ArrowDown']);
const PREVIOUS = new Set(['p', 'ArrowUp']);

/** `n` and `p` move between messages, and so do the arrow keys while a message header has the focus. */
export function moveBetweenMessages(event: KeyboardEvent): void {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(target) || isInOverlay(target)) return;
  const step = NEXT.has(key) ? 1 : PREVIOUS.has(key) ? -1 : 0;
  if (step === 0 || !(target instanceof HTMLElement)) return;
  const onHead = target.hasAttribute('data-message-toggle');
  if (key.startsWith('Arrow') && !onHead) return;
  const heads = [...document.querySelectorAll<HTMLElement>('[data-message-toggle]')];
  const article = target.closest('[data-message]');
  const at = heads.findIndex((head) => article?.contains(head));
  const next = at < 0 ? heads.at(step > 0 ? 0 : -1) : heads[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.closest('[data-message]')?.scrollIntoView({ block: 'nearest' });
}
