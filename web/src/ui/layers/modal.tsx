import { Modal as Base, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useLayer } from './use-layer.ts';

function LayeredModal(props: ModalProps) {
  useLayer({ opened: props.opened, close: props.onClose });
  // Its head is no banner of the page.
  return <Base attributes={{ header: { role: 'presentation' } }} {...props} closeOnEscape={false} />;
}

function LayeredRoot(props: ModalRootProps) {
  useLayer({ opened: props.opened, close: props.onClose });
  return <Base.Root {...props} closeOnEscape={false} />;
}

/** A dialog that is a layer of the page. */
export const Modal = Object.assign(LayeredModal, { Root: LayeredRoot, Content: Base.Content });
