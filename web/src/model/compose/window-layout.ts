import type { ComposeModel } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import type { OpenWindow } from './open-window.ts';
import { arrange, toggled, WIDE_SCREEN, withoutWindow, withState } from './window-states.ts';

export type WindowLayout = Pick<ComposeModel, 'setState' | 'toggle' | 'setViewport'> & {
  /** A new window comes before the others. */
  add(window: OpenWindow): void;
  /** The window is closed, and uncovers another. */
  hide(id: string): void;
  /** After windows came by themselves: as many stay open as there is room for. */
  makeRoom(): void;
};

/** Which windows are open, which are minimised, for the width of the browser's window. */
export function createWindowLayout(store: ComposeStore, width: number): WindowLayout {
  let viewport = width;
  const makeRoom = () => store.arrange(arrange(store.views(), viewport, null));
  return {
    add(window) {
      store.add(window);
      const { id, place } = window.view;
      if (place !== 'window') return;
      const state = viewport < WIDE_SCREEN ? 'full' : 'pin';
      store.arrange(withState(store.views(), id, state, viewport));
      store.update(id, { view: { windowPrevState: state } });
    },
    hide(id) {
      store.arrange(withoutWindow(store.views(), id, viewport));
    },
    makeRoom,
    // Both are asked for by a person.
    setState(id, state) {
      store.update(id, { view: { takesFocus: true } });
      store.arrange(withState(store.views(), id, state, viewport));
    },
    toggle(id) {
      store.update(id, { view: { takesFocus: true } });
      store.arrange(toggled(store.views(), id, viewport));
    },
    setViewport(next) {
      viewport = next;
      makeRoom();
    },
  };
}
