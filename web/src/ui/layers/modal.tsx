import { Modal as Base, type ModalProps, type ModalRootProps } from '@mantine/core';
import { useLayer } from './use-layer.ts';

function LayeredModal(props: ModalProps) {
  useLayer({ opened: props.opened, close: props.onClose, stays: props.closeOnEscape === false });
  // The header of a dialog must not be a banner landmark of the page.
  return <Base attributes={{ header: { role: 'presentation' } }} {...props} closeOnEscape={false} />;
}

function LayeredRoot(props: ModalRootProps) {
  useLayer({ opened: props.opened, close: props.onClose });
  return <Base.Root {...props} closeOnEscape={false} />;
}

/** A dialog that is a layer of the page; with `closeOnEscape={false}` Back does not close it either. */
export const Modal = Object.assign(LayeredModal, { Root: LayeredRoot, Content: Base.Content });
