import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLoaderData, useNavigate } from 'react-router';
import { ComposeContext, type ComposeDoor } from '../features/compose/windows/compose-door.ts';
import { ApiContext } from '../features/mailbox-context/use-api.ts';
import { MailModelContext } from '../features/mailbox-context/use-mailbox.ts';
import { askForSettings, followSettings } from '../features/settings/use-settings.ts';
import { createComposeDoor } from './compose-door.ts';
import { MainLayout } from './main-layout.tsx';
import type { MailboxDoor, Opening } from './open-mailbox.ts';
import { useSession } from './session-context.ts';
import { StartingScreen } from './starting-screen.tsx';
import { useSessionEnd } from './use-session-end.ts';

/** Opens the mailbox and holds it while any of its screens is shown. */
export function MailboxLayout() {
  const session = useSession();
  const navigate = useNavigate();
  const endSession = useSessionEnd();
  const queries = useQueryClient();
  const door: MailboxDoor = useLoaderData();
  const [opened, setOpened] = useState<Opening | null>(null);
  const [compose, setCompose] = useState<ComposeDoor | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const opening = door.open();
    const toCompose = createComposeDoor(session, opening, queries, endSession);
    let left = false;
    askForSettings(queries, session.api);
    opening.opened.then(
      () => {
        if (left) return;
        setCompose(toCompose);
        setOpened(opening);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
      toCompose.close();
      opening.model.close();
    };
  }, [door, session, queries, endSession]);

  useEffect(() => opened?.letGo(), [opened]);

  const model = opened?.model ?? null;
  useEffect(
    () =>
      model?.onEvent((event) => {
        if (event.kind === 'session-ended') endSession();
        if (event.kind === 'forbidden') void navigate('/403');
        if (event.kind === 'enable-smtp-changed') window.location.reload();
        if (event.kind === 'settings-changed') void followSettings(queries);
      }),
    [model, queries, navigate, endSession],
  );

  if (!model || !compose) return <StartingScreen failed={failed} />;
  return (
    <ApiContext value={session.api}>
      <MailModelContext value={model}>
        <ComposeContext value={compose}>
          <MainLayout>
            <Outlet />
          </MainLayout>
        </ComposeContext>
      </MailModelContext>
    </ApiContext>
  );
}
