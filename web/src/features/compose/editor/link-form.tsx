import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Anchor } from '../../../ui/anchor.tsx';
import { Popover } from '../../../ui/layers/popover.tsx';
import type { Opened } from '../../../ui/use-opener.ts';
import { linkTarget } from './links.ts';

/** Asks for the address of the selected words; where none are selected, for the words too. */
export function LinkForm({ anchor, onClose, editor, now }: Opened & { editor: Editor; now: string | null }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(now ?? '');
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const asksText = now === null && editor.state.selection.empty;

  function close(): void {
    onClose();
    editor.commands.focus();
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    // React passes it on to a form around the editor, which would be saved.
    event.stopPropagation();
    const href = linkTarget(address);
    if (!href) {
      setRefused(true);
      return;
    }
    const chain = editor.chain().focus();
    const mark = { type: 'link', attrs: { href } };
    if (asksText) chain.insertContent({ type: 'text', text: text.trim() || address.trim(), marks: [mark] });
    else chain.extendMarkRange('link').setMark('link', { href });
    chain.run();
    onClose();
  }

  function remove(): void {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run();
    onClose();
  }

  return (
    <Popover
      opened
      onChange={close}
      position="bottom-start"
      trapFocus
      width={300}
      closeOnEscape
      returnFocus={false}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('compose.editor.link')}>
        <form onSubmit={save}>
          <Stack gap={12}>
            <TextInput
              label={t('compose.editor.linkAddress')}
              data-autofocus
              inputMode="url"
              value={address}
              error={refused && t('compose.editor.linkInvalid')}
              onChange={({ currentTarget }) => {
                setAddress(currentTarget.value);
                setRefused(false);
              }}
            />
            {asksText && (
              <TextInput
                label={t('compose.editor.linkText')}
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
            )}
            <Group gap={8} justify="flex-end">
              {now !== null && (
                <Button type="button" variant="subtle" onClick={remove}>
                  {t('compose.editor.linkRemove')}
                </Button>
              )}
              <Button type="submit">{t('compose.editor.linkSave')}</Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
