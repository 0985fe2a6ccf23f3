import { Drawer as Base, type DrawerRootProps } from '@mantine/core';
import { useLayer } from './use-layer.ts';

function Root(props: DrawerRootProps) {
  useLayer({ opened: props.opened, close: props.onClose });
  return <Base.Root {...props} closeOnEscape={false} />;
}

/** A drawer that is a layer of the page. */
export const Drawer = { Root, Overlay: Base.Overlay, Content: Base.Content, Body: Base.Body };
