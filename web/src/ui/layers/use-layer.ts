import { useEffect, useLayoutEffect, useRef } from 'react';
import { useBackLayer } from '../../router/router.tsx';
import { keepFocus, type Layer, layers, pushLayer } from './layers.ts';

type Given = {
  close(): void;
  /** Left out, it is open for as long as it is mounted. */
  opened?: boolean;
  isPopup?: boolean;
};

/** Makes what is shown a layer of the page: Escape and going back close the top one, and the keys of the page rest. */
export function useLayer({ close, opened = true, isPopup = false }: Given): { isTop(): boolean } {
  const latest = useRef(close);
  const layer = useRef<Layer | null>(null);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (!opened) return undefined;
    layer.current = { close: () => latest.current(), isPopup };
    return pushLayer(layer.current);
  }, [opened, isPopup]);
  useBackLayer(close, opened);
  // By now what was in the layer is gone from the page, and the focus with it.
  useEffect(() => (opened ? keepFocus : undefined), [opened]);
  return { isTop: () => layers.get().at(-1) === layer.current };
}
