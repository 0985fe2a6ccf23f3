import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBackLayer } from '../../router/router.tsx';
import { keepFocus, type Layer, layers, pushLayer } from './layers.ts';

type Given = {
  close(): void;
  /** Left out, it is open for as long as it is mounted. */
  opened?: boolean;
  isPopup?: boolean;
  /** Only what is in it closes it: neither Escape nor going back does. */
  stays?: boolean;
};

/** Makes what is shown a layer of the page: Escape and going back close the top one, and the keys of the page rest. */
export function useLayer({ close, opened = true, isPopup = false, stays = false }: Given): {
  isTop(): boolean;
} {
  const latest = useRef({ close, stays });
  const layer = useRef<Layer | null>(null);
  useLayoutEffect(() => {
    latest.current = { close, stays };
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    layer.current = { close: () => !latest.current.stays && latest.current.close(), isPopup };
    return pushLayer(layer.current);
  }, [opened, isPopup]);
  useBackLayer(close, opened, stays);
  // By now what was in the layer is gone from the page, and the focus with it.
  useEffect(() => (opened ? keepFocus : undefined), [opened]);
  return { isTop: () => layers.get().at(-1) === layer.current };
}
