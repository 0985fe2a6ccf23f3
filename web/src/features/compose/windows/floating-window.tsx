import {
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconChevronUp,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { WIDE_SCREEN } from '../../../model/compose/window-states.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { useBackLayer } from '../../../router/router.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { ComposeForm } from './compose-form.tsx';
import { isEscapeFromText } from './escape-from-text.ts';
import styles from './floating-window.module.css';
import { keepTabInside } from './keep-tab-inside.ts';
import { focusForm } from './open-forms.ts';
import type { WindowSpot } from './place-windows.ts';
import { useFocusReturn } from './use-focus-return.ts';

/**
 * CW-1 to CW-4: a message in a window of its own. A change of the window's state keeps its content mounted.
 */
export function FloatingWindow({ id, spot }: { id: string; spot: WindowSpot | null }) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const titleId = useId();
  const editor = useRef<MailEditorHandle>(null);
  const title = useRef<HTMLButtonElement>(null);
  const state = view?.windowState ?? 'mini';
  const isMini = state === 'mini';
  const [wasOpen, setWasOpen] = useState(!isMini);
  if (!isMini && !wasOpen) setWasOpen(true);
  useFocusReturn();
  const coversByItself = state === 'full' && view?.takesFocus === false;
  useEffect(() => {
    // Keys must go neither into the form nor to the page that the window covers.
    if (coversByItself && document.activeElement === document.body) title.current?.focus();
  }, [coversByItself]);
  // Only where it covers the page; beside a visible list, Back is for the list.
  useBackLayer(minimize, state === 'full');

  if (!view) return null;
  const isPhone = window.innerWidth < WIDE_SCREEN;
  const words = view.subject.trim() || t(`threadDetail.titles.${view.action}`);

  function minimize(): void {
    editor.current?.flush();
    model.setState(id, 'mini');
    title.current?.focus({ preventScroll: true });
  }

  function toggle(): void {
    editor.current?.flush();
    model.toggle(id);
    // On the button the next key would press it again, or be one of the page's.
    if (isMini) focusForm(id);
  }

  function close(): void {
    editor.current?.flush();
    void model.close(id);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (state === 'full') keepTabInside(event);
    if (isMini || !isEscapeFromText(event, title.current)) return;
    event.preventDefault();
    event.stopPropagation();
    minimize();
  }

  return (
    <>
      {state === 'full' && !isPhone && <div className={styles.scrim} onClick={minimize} aria-hidden />}
      <div
        role="dialog"
        aria-modal={state === 'full'}
        aria-labelledby={titleId}
        className={styles.window}
        data-state={state}
        style={spot ?? undefined}
        data-compose={id}
        onKeyDown={onKeyDown}
      >
        <header className={styles.head}>
          <button
            ref={title}
            id={titleId}
            type="button"
            className={styles.title}
            aria-expanded={!isMini}
            onClick={toggle}
          >
            <span>{words}</span>
          </button>
          <WindowButtons
            state={state}
            isPhone={isPhone}
            onState={(next) => model.setState(id, next)}
            onMinimize={isMini ? toggle : minimize}
            onClose={close}
          />
        </header>
        {wasOpen && (
          <div className={styles.body} inert={isMini}>
            <ComposeForm id={id} editor={editor} takesFocus={view.takesFocus} />
          </div>
        )}
      </div>
    </>
  );
}

type ButtonsProps = {
  state: ComposeWindow['windowState'];
  isPhone: boolean;
  onState(state: 'pin' | 'full'): void;
  /** Minimises, or restores. */
  onMinimize(): void;
  onClose(): void;
};

function WindowButtons({ state, isPhone, onState, onMinimize, onClose }: ButtonsProps) {
  const { t } = useTranslation();
  const isMini = state === 'mini';
  const isFull = state === 'full';
  return (
    <div className={styles.buttons}>
      <ToolButton
        icon={isMini ? IconChevronUp : IconMinus}
        label={t(isMini ? 'composeWindow.restore' : 'composeWindow.minimize')}
        size={32}
        iconSize={18}
        onClick={onMinimize}
      />
      {!isMini && !isPhone && (
        <ToolButton
          icon={isFull ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal}
          label={t(isFull ? 'composeWindow.compress' : 'composeWindow.expand')}
          size={32}
          iconSize={18}
          onClick={() => onState(isFull ? 'pin' : 'full')}
        />
      )}
      <ToolButton icon={IconX} label={t('composeWindow.close')} size={32} iconSize={18} onClick={onClose} />
    </div>
  );
}
