import type { Message } from '@bocau/contract/messages.ts';
import type { ComposeModel, WindowPlace } from './compose-model.ts';
import type { ComposeOptions } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { prefillFromMailto } from './mailto.ts';
import { isLocked, type OpenWindow } from './open-window.ts';
import type { Opening } from './opening.ts';
import { isQueuedOrSent } from './send-flow.ts';
import type { Sending } from './sending.ts';
import type { WindowLayout } from './window-layout.ts';

type OpenActs = Pick<ComposeModel, 'openNew' | 'openReply' | 'openDraft' | 'openMailto'>;

type Deps = Pick<ComposeOptions, 'user' | 'messagesOf'> & {
  store: ComposeStore;
  opening: Opening;
  /** Drafts that were sent or removed, even if the mailbox still shows them. */
  goneDrafts: Set<string>;
  show(window: OpenWindow): string;
  reopen(id: string): void;
  setPlace(id: string, place: WindowPlace): void;
  layout: WindowLayout;
  sending: Sending;
};

/** Opens messages: each has one window, which is reused. */
export function createOpenActs(deps: Deps): OpenActs {
  const { store, opening, goneDrafts, show, reopen, layout, sending } = deps;
  const maySend = () => deps.user().enable_smtp === 1;

  /** Brings the window that already has this message to the front, or minimises it when it is there. */
  function showKnown(fits: (window: OpenWindow) => boolean, place: WindowPlace): string | null {
    const known = store.all().find((window) => !window.sent && !isLocked(window.view) && fits(window));
    if (!known) return null;
    const { id } = known.view;
    const { windowState, place: lies } = known.view;
    if (known.deferred) {
      void sending.acts
        .takeBackDeferred(id)
        .then((outcome) => store.emit({ kind: 'deferred-opened', windowId: id, outcome }));
    } else if (known.closing) reopen(id);
    else if (lies === 'window' && (place === 'window' || windowState === 'mini')) layout.toggle(id);
    return id;
  }

  function openDraft(message: Message, place: WindowPlace): string | null {
    goneDrafts.delete(message.id);
    const isHere = ({ view }: OpenWindow) => view.messageId === message.id;
    const lies = store.all().find(isHere)?.view.place;
    const known = showKnown(isHere, place);
    // It may be in a thread that is no longer on screen.
    if (known !== null && lies === 'thread' && place === 'window') deps.setPlace(known, place);
    return known ?? show(opening.draft(message, place));
  }

  const openNew: OpenActs['openNew'] = (prefill = {}) => (maySend() ? show(opening.fresh(prefill)) : null);

  return {
    openNew,
    openMailto: (url) => openNew(prefillFromMailto(url)),
    openReply(message, action, place) {
      if (!maySend()) return null;
      const isAnswer = (other: string) => (other === 'forward') === (action === 'forward') && other !== 'new';
      const known = showKnown(({ view }) => view.answers === message.id && isAnswer(view.action), place);
      if (known !== null) return known;
      const draft = deps
        .messagesOf(message.thread_id)
        .find(
          (other) =>
            (other.draft?.answers === message.id
              ? isAnswer(other.draft.action)
              : action !== 'forward' && isRepliedBy(message, other)) &&
            !isQueuedOrSent(other) &&
            !goneDrafts.has(other.id),
        );
      return draft ? openDraft(draft, place) : show(opening.answer(message, action, place));
    },
    openDraft,
  };
}

/** By a draft of another mail program, which names what it answers in its header alone. */
function isRepliedBy({ message_id_header: id }: Message, { draft, in_reply_to }: Message): boolean {
  return draft?.answers === null && id !== null && in_reply_to === id;
}
