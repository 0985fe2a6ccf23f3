import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBackLayer } from '../../router/router.tsx';
import { keepFocus, type Layer, layers, pushLayer } from './layers.ts';

type Given = {
  close(): void;
  /** Left out, the layer is open while mounted. */
  opened?: boolean;
  isPopup?: boolean;
  /** Only its own controls close it: neither Escape nor the Back button does. */
  stays?: boolean;
};

/**
 * Makes a component a layer of the page: Escape and the Back button close the top layer, and the page's
 * shortcuts are disabled.
 */
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
  // At this point the layer's content is unmounted, and its focus lost.
  useEffect(() => (opened ? keepFocus : undefined), [opened]);
  return { isTop: () => layers.get().at(-1) === layer.current };
}
