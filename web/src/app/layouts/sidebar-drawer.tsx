import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { Sidebar } from '../../features/folders/sidebar.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from '../../router/router.tsx';
import { Drawer } from '../../ui/layers/drawer.tsx';
import { DrawerAccount } from './drawer-account.tsx';
import { serviceAt } from './services.ts';

/** The sidebar as a drawer, where it does not fit beside the list. */
export function SidebarDrawer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const service = serviceAt(useLocation().pathname);
  const Aside = service?.Aside ?? Sidebar;
  // Starts closed, so that the first opening also slides in and remembers the focus.
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  /**
   * Closes on links too: one to the address that is already shown does not change it, so nothing else would.
   */
  function leaveByLink({ target }: MouseEvent) {
    if (target instanceof Element && target.closest('a[href], [data-leaves]')) onClose();
  }

  return (
    <Drawer.Root opened={shown} onClose={onClose} size={300} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t(service?.Aside ? `folders.${service.id}` : 'folders.picker.list')}>
        <Drawer.Body onClick={leaveByLink}>
          <Suspense>
            <Aside folded={false} inDrawer>
              <DrawerAccount />
            </Aside>
          </Suspense>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
