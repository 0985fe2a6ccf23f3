import type { Message } from '@bocau/contract/messages.ts';
import { useEffect } from 'react';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import type { ListScreen } from './use-list-screen.ts';

/**
 * Handles addresses that name a message: in Drafts, opens the draft in a window above the list, by its own id
 * or by that of a conversation that consists of drafts only; among the periodic messages, opens the
 * conversation.
 */
export function useDraftAddress({ list, openId }: Pick<ListScreen, 'list' | 'openId'>): void {
  const model = useMailModel();
  const navigate = useNavigate();
  const withCompose = useWithCompose();
  const { search, state } = useLocation();
  const path = list.kind === 'folder' ? list.path : null;
  const fromList = (state as { fromList?: boolean } | null)?.fromList === true;
  const draftId = path === 'Drafts' && !fromList ? openId : null;
  const named = path === 'webmail_period' && openId === null ? new URLSearchParams(search).get('id') : null;
  const view = useMailbox((mailbox) => (draftId === null ? null : mailbox.thread(draftId, 'Drafts')));
  const messages = view?.thread?.messages ?? null;
  const draft = messages?.every(isWritten) ? (messages.at(-1)?.id ?? null) : null;
  const isMessage = view?.error?.code === 'thread_not_found';
  const opens = isMessage ? draftId : draft;

  useEffect(() => {
    if (opens === null) return;
    return whenLoaded(model, opens, (message) => {
      if (!isWritten(message)) return;
      withCompose((compose) => compose.openDraft(message, 'window'));
      void navigate(addressOf(list), { replace: true });
    });
  }, [opens, list, model, navigate, withCompose]);

  useEffect(() => {
    if (named === null) return;
    return whenLoaded(model, named, ({ thread_id }) => {
      void navigate(addressOf(list, 1, thread_id), { replace: true });
    });
  }, [named, list, model, navigate]);
}

function whenLoaded(model: MailModel, id: string, then: (message: Message) => void): () => void {
  let over = false;
  model.loadMessage(id).then(
    (message) => !over && then(message),
    // There is no such message, and the screen says so.
    () => undefined,
  );
  return () => {
    over = true;
  };
}

/** Not one that is being sent or has failed: those are read for their result. */
function isWritten({ is_draft, state, status }: Message): boolean {
  return is_draft && state !== 'sending' && status !== 'sending_failed';
}
