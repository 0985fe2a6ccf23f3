import { IconClipboardText, IconLink, IconPhoto } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useOpener } from '../../../ui/use-opener.ts';
import { LinkForm } from './link-form.tsx';
import { ToolButton, type ToolProps } from './tool-button.tsx';
import { ImageMenu } from './toolbar-menus.tsx';

type LinkToolProps = ToolProps & { linking: boolean; onLinking(open: boolean): void };

export function LinkTool({ editor, format, stop, linking, onLinking }: LinkToolProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <ToolButton
        id="link"
        stop={stop}
        ref={button}
        label={t('compose.editor.link')}
        hint={`${t('compose.editor.link')} · ${printedKey('Mod+k')}`}
        pressed={format.link !== null}
        onClick={() => onLinking(!linking)}
      >
        <IconLink size={18} />
      </ToolButton>
      {linking && button.current && (
        <LinkForm
          anchor={button.current}
          onClose={() => onLinking(false)}
          editor={editor}
          now={format.link}
        />
      )}
    </>
  );
}

type ImageToolProps = ToolProps & { onImages(files: File[]): void };

/** Asks for images; offers sizes for the selected one. */
export function ImageTool({ editor, format, stop, onImages }: ImageToolProps) {
  const { t } = useTranslation();
  const images = useRef<HTMLInputElement>(null);
  const { button, opened } = useOpener('menu');
  return (
    <>
      <ToolButton
        id="image"
        stop={stop}
        label={t(format.image ? 'compose.editor.imageSize' : 'compose.editor.image')}
        {...(format.image ? { opener: button } : { onClick: () => images.current?.click() })}
      >
        <IconPhoto size={18} />
      </ToolButton>
      {format.image && opened && <ImageMenu {...opened} editor={editor} />}
      <input
        ref={images}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={({ currentTarget }) => {
          onImages([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

export function PlainPasteTool({ editor, stop }: Pick<ToolProps, 'editor' | 'stop'>) {
  const { t } = useTranslation();
  const keys = printedKey('Mod+Shift+v');
  return (
    <ToolButton
      id="plainPaste"
      stop={stop}
      label={t('compose.editor.plainPaste')}
      hint={`${t('compose.editor.plainPaste')} · ${keys}`}
      onClick={() =>
        void pastePlain(editor).then(
          (could) => could || notify({ text: t('compose.editor.plainPasteDenied', { keys }) }),
        )
      }
    >
      <IconClipboardText size={18} />
    </ToolButton>
  );
}

/** False where the browser denies access to the clipboard. */
async function pastePlain(editor: Editor): Promise<boolean> {
  try {
    const text = await navigator.clipboard.readText();
    editor.commands.focus();
    editor.view.pasteText(text);
    return true;
  } catch {
    return false;
  }
}
