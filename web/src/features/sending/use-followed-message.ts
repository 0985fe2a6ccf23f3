import { useEffect, useState } from 'react';
import { after } from '../../lib/timers.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { ignoreUnanswered } from './use-message-request.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;

/**
 * Polls the state of a message: progress at single recipients is no change of the mailbox, so no event
 * reports it. The end of delivery is, and an incoming message may be a report about it.
 */
export function useFollowedMessage(messageId: string, unsettled: boolean): void {
  const model = useMailModel();
  const session = useSessionModel();
  const [looks, setLooks] = useState(0);

  useEffect(() => {
    if (!unsettled) return undefined;
    return after(Math.min(LONGEST_MS, FIRST_MS * 1.5 ** looks), () => {
      model
        .loadMessage(messageId)
        .catch(ignoreUnanswered)
        .finally(() => setLooks(looks + 1));
    });
  }, [model, messageId, unsettled, looks]);

  useEffect(() => {
    const load = () => void model.loadMessage(messageId).catch(ignoreUnanswered);
    const loadOwn = (data: { message_id: string }) => data.message_id === messageId && load();
    return session.join({ frames: { new_mail: load, sent: loadOwn, failed: loadOwn } });
  }, [session, model, messageId]);
}
