import { useContext } from 'react';
import { ask } from '../../features/compose/dialogs/dialog-requests.ts';
import { after } from '../../lib/timers.ts';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { SessionModelContext } from '../../parts/session/use-session-model.ts';
import { openUploads } from '../../parts/uploads/open-uploads.ts';
import { useNavigate } from '../../router/router.tsx';
import { useSession } from './session-context.ts';

/** How long to wait for the server before asking the user. */
const SAVED_WITHIN_MS = 5000;

export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const lazyCompose = useContext(ComposeContext);
  const model = useContext(SessionModelContext);
  const navigate = useNavigate();
  return async () => {
    if (lazyCompose && !(await mayLeave(lazyCompose))) return;
    // Stopped first: whatever it stored from now on would stay on this device.
    await lazyCompose?.model()?.dispose();
    model?.close();
    await session.signOut();
    await navigate('/login');
  };
}

/**
 * Signing out empties this device's storage: what the server lacks is saved first, or discarded on purpose.
 */
async function mayLeave(lazyCompose: LazyCompose): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => after(SAVED_WITHIN_MS, () => resolve(false)));
  const saved = await Promise.race([lazyCompose.model()?.saveAll() ?? true, late]);
  const waits = (lazyCompose.model()?.deferredMails().length ?? 0) > 0;
  if (!saved && !(await askToLeave(waits ? 'mails' : 'drafts'))) return false;
  const items = openUploads.get()?.queue.items() ?? [];
  if (items.every(({ state }) => state === 'done' || state === 'failed')) return true;
  // The dialog is part of compose; if that cannot be loaded, signing out is not blocked.
  const isShown = await lazyCompose.load().then(
    () => true,
    () => false,
  );
  return !isShown || askToLeave('uploads');
}

function askToLeave(lost: 'drafts' | 'mails' | 'uploads'): Promise<boolean> {
  return ask<boolean>((answer) => ({ kind: 'signing-out', lost, answer }));
}
