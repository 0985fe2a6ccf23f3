import { useEffect, useState } from 'react';
import { useLocation } from '../../router/router.tsx';

const FOLDED = 'bocau.rail';

/**
 * State of the sidebar: folded to a rail or not, and the drawer on narrow screens; one button toggles both.
 */
export function useSidebar(narrow: boolean) {
  const { pathname } = useLocation();
  const [drawer, setDrawer] = useState<'untouched' | 'open' | 'shut'>('untouched');
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === '1');

  // Choosing a folder in the drawer closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => setDrawer((state) => (state === 'open' ? 'shut' : state)), [pathname]);

  function toggle() {
    if (narrow) setDrawer((state) => (state === 'open' ? 'shut' : 'open'));
    else {
      localStorage.setItem(FOLDED, folded ? '0' : '1');
      setFolded(!folded);
    }
  }

  return { drawer, shutDrawer: () => setDrawer('shut'), folded, toggle };
}
