import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { useEffect, useRef, useState } from 'react';
import type { ComposeModel } from '../../../model/compose/compose-model.ts';
import { isUploading } from '../../../model/compose/open-window.ts';
import { useLazyCompose, useOpenMessage } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { reportPartFailed } from '../../../ui/lazy-part.tsx';
import { enteredDraft } from './entered-draft.ts';
import { focusForm } from './open-forms.ts';
import { useDraftsInForms } from './use-thread-windows.ts';

type DraftForm = {
  /** The drafts shown in forms, including one whose form is still loading. */
  inForms: readonly string[];
  /** Whether a form is still loading. */
  awaits: boolean;
  /**
   * The draft whose form leaves the focus alone, so that users can page on through conversations by keyboard.
   */
  quiet: string | null;
  open(draft: Message): void;
};

/**
 * TD-12: the draft of an opened conversation is shown in a form, and so is every other draft chosen there.
 */
export function useDraftForm(thread: ThreadWithMessages, draft: Message | null): DraftForm {
  const lazyCompose = useLazyCompose();
  const openMessage = useOpenMessage();
  const mail = useMailModel();
  // Drafts that arrive later, from another tab or device, open only when chosen.
  const [first] = useState(draft);
  const [awaited, setAwaited] = useState(first?.id ?? null);
  const [quiet, setQuiet] = useState(() => (first && enteredDraft.get() !== first.id ? first.id : null));
  const wholeOf = useRef(async (message: Message) => message);
  wholeOf.current = async (message) =>
    message.body === null ? mail.loadMessage(message.id).catch(() => message) : message;

  useEffect(() => {
    enteredDraft.set(null);
    if (!first) return undefined;
    let left = false;
    let loaded: ComposeModel | null = null;

    async function begin(draft: Message): Promise<void> {
      const compose = await lazyCompose.load();
      const whole = await wholeOf.current(draft);
      loaded = compose;
      // A draft that waits for the connection is only shown for reading.
      const waits = compose.deferredMails().some(({ messageId }) => messageId === draft.id);
      if (!left && !waits && !windowOf(compose, draft)) compose.openDraft(whole, 'thread');
    }

    begin(first)
      .catch(reportPartFailed)
      .finally(() => !left && setAwaited(null));
    return () => {
      left = true;
      if (loaded) closeUntouched(loaded, first);
    };
  }, [first, lazyCompose]);

  const inForms = useDraftsInForms(thread);
  return {
    inForms: awaited === null ? inForms : [...inForms, awaited],
    awaits: awaited !== null,
    quiet,
    open(message) {
      setQuiet(null);
      void openMessage(async (compose) => {
        const id = compose.openDraft(await wholeOf.current(message), 'thread');
        if (id !== null) focusForm(id);
        return id;
      });
    },
  };
}

function windowOf(compose: ComposeModel, { id }: Message) {
  return compose.windows().find(({ messageId }) => messageId === id);
}

/** Closes a draft that was only looked at; it is in a form again the next time. */
function closeUntouched(compose: ComposeModel, draft: Message): void {
  const window = windowOf(compose, draft);
  if (window?.place !== 'thread') return;
  const uploads = window.attachmentFiles.some(isUploading);
  const isAtRest = window.status === 'saved' && !window.unsaved && !window.conflict && !uploads;
  if (isAtRest) void compose.close(window.id);
}
