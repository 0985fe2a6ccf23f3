import { useContext } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../features/compose/dialogs/asking.ts';
import { ComposeContext } from '../features/compose/windows/compose-door.ts';
import { after } from '../lib/timers.ts';
import type { ComposeModel } from '../model/compose/compose-model.ts';
import { useSession } from './session-context.ts';

/** Longer than this nobody waits for the server before being asked. */
const SAVED_WITHIN_MS = 5000;

export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const door = useContext(ComposeContext);
  const navigate = useNavigate();
  return async () => {
    const compose = door?.model() ?? null;
    if (compose && !(await mayLeave(compose))) return;
    // What it would write from now on would stay on this device.
    await compose?.dispose();
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
