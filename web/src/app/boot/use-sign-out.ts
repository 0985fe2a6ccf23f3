import { useContext } from 'react';
import { ask } from '../../features/compose/dialogs/dialog-requests.ts';
import { after } from '../../lib/timers.ts';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { useNavigate } from '../../router/router.tsx';
import { useSession } from './session-context.ts';

/** Longer than this nobody waits for the server before being asked. */
const SAVED_WITHIN_MS = 5000;

export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const lazyCompose = useContext(ComposeContext);
  const model = useContext(MailModelContext);
  const navigate = useNavigate();
  return async () => {
    const compose = lazyCompose?.model() ?? null;
    if (compose && !(await mayLeave(compose))) return;
    // What it would write from now on would stay on this device.
    await compose?.dispose();
    model?.close();
    await session.signOut();
    await navigate('/login');
  };
}

/** Signing out empties the storage of this device: what the server lacks is saved first, or given up on purpose. */
async function mayLeave(compose: ComposeModel): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => after(SAVED_WITHIN_MS, () => resolve(false)));
  const saved = await Promise.race([compose.saveAll(), late]);
  return saved || ask<boolean>((answer) => ({ kind: 'signing-out', answer }));
}
