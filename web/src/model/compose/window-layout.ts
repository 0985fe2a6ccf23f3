import type { ComposeModel } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import type { OpenWindow } from './open-window.ts';
import { arrange, toggled, WIDE_SCREEN, withoutWindow, withState } from './window-states.ts';

export type WindowLayout = Pick<ComposeModel, 'setState' | 'toggle' | 'setViewport'> & {
  /** Puts a new window before the others. */
  add(window: OpenWindow): void;
  /** Removes a closed window, and uncovers another. */
  hide(id: string): void;
  /** After windows were restored: leaves as many open as there is room for. */
  makeRoom(): void;
};

/** Decides which windows are open and which are minimised, by the width of the browser's window. */
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
    // A person asks for these two, so the window takes the focus.
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
