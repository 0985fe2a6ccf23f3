import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { createRouter } from '../../router/create-router.ts';
import { memoryEntries } from '../../router/history.ts';
import { RouterProvider } from '../../router/router.tsx';
import { Drawer } from './drawer.tsx';
import { hasLayers } from './layers.ts';
import { Menu } from './menu.tsx';
import { Modal } from './modal.tsx';
import { Popover } from './popover.tsx';

const SOURCES = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true });

/** Each is opened by one button, and unmounted when it is closed. */
const KINDS = {
  dialog: (onClose: () => void) => (
    <Modal opened onClose={onClose} title="over">
      <button type="button">in it</button>
    </Modal>
  ),
  'dialog that stays': (onClose: () => void) => (
    <Modal opened onClose={onClose} title="over" closeOnEscape={false}>
      <button type="button" onClick={onClose}>
        in it
      </button>
    </Modal>
  ),
  preview: (onClose: () => void) => (
    <Modal.Root opened onClose={onClose}>
      <Modal.Content>
        <button type="button">in it</button>
      </Modal.Content>
    </Modal.Root>
  ),
  drawer: (onClose: () => void) => (
    <Drawer.Root opened onClose={onClose}>
      <Drawer.Content>
        <button type="button">in it</button>
      </Drawer.Content>
    </Drawer.Root>
  ),
  menu: (onClose: () => void) => (
    <Menu opened onClose={onClose}>
      <Menu.Target>
        <span />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>in it</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
  popover: (onClose: () => void) => (
    <Popover opened onChange={onClose} trapFocus>
      <Popover.Target>
        <span />
      </Popover.Target>
      <Popover.Dropdown>
        <button type="button">in it</button>
      </Popover.Dropdown>
    </Popover>
  ),
} as const;

function Page({ kind, over }: { kind: keyof typeof KINDS; over?: keyof typeof KINDS }) {
  const [opened, setOpened] = useState(0);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpened(over ? 2 : 1)}>
        open
      </button>
      {opened > 0 && KINDS[kind](() => setOpened(0))}
      {opened > 1 && over && KINDS[over](() => setOpened(1))}
    </MantineProvider>
  );
}

function Vanishing() {
  const [step, setStep] = useState(0);
  return (
    <MantineProvider env="test">
      <button type="button">before</button>
      {step === 0 && (
        <button type="button" onClick={() => setStep(1)}>
          once
        </button>
      )}
      {step === 1 && KINDS.dialog(() => setStep(2))}
    </MantineProvider>
  );
}

test.each((Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => kind !== 'dialog that stays'))(
  'Escape closes a %s wherever the focus is, and the focus goes back to where it was',
  async (kind) => {
    render(<Page kind={kind} />);
    const user = userEvent.setup();
    await user.click(screen.getByText('open'));
    expect(await screen.findByText('in it')).toBeTruthy();
    (document.activeElement as HTMLElement).blur();
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    expect(document.body.dispatchEvent(pressed), 'the page below acts on it too').toBe(false);
    await waitFor(() => expect(screen.queryByText('in it')).toBeNull());
    expect(hasLayers()).toBe(false);
    expect(document.activeElement).toBe(screen.getByText('open'));
  },
);

test('One Escape closes one layer, the top one', async () => {
  render(<Page kind="dialog" over="menu" />);
  const user = userEvent.setup();
  await user.click(screen.getByText('open'));
  expect(await screen.findAllByText('in it')).toHaveLength(2);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByText('in it')).toHaveLength(1));
  expect(hasLayers()).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('in it')).toBeNull());
});

test('Neither Escape nor going back closes a dialog that stays; what is in it does', async () => {
  const entries = memoryEntries('/');
  const router = createRouter([{ path: '*', component: () => <Page kind="dialog that stays" /> }], entries);
  render(<RouterProvider router={router} starting={null} />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('open'));
  const inside = await screen.findByText('in it');
  inside.focus();
  await user.keyboard('{Escape}');
  act(() => entries.go(-1));
  act(() => entries.go(-1));
  expect(inside.isConnected).toBe(true);
  expect(document.activeElement).toBe(inside);
  await user.click(inside);
  await waitFor(() => expect(screen.queryByText('in it')).toBeNull());
});

test('What takes Escape for itself, as a list of suggestions does, keeps its layer open', async () => {
  render(<Page kind="dialog" />);
  await userEvent.setup().click(screen.getByText('open'));
  const inside = await screen.findByText('in it');
  inside.addEventListener('keydown', (event) => event.preventDefault());
  inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  expect(hasLayers()).toBe(true);
});

test('Where the opener is gone too, the last place that is still there has the focus', async () => {
  render(<Vanishing />);
  const user = userEvent.setup();
  screen.getByText('before').focus();
  await user.click(screen.getByText('once'));
  await screen.findByText('in it');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('before')));
});

test('Every dialog, menu, popover and drawer of the program is a layer', () => {
  const bare = Object.entries(SOURCES)
    .filter(([file]) => file.startsWith('../../'))
    .filter(([, source]) => {
      const imports = /import \{([^}]*)\} from '@mantine\/core'/.exec(source)?.[1];
      return /\b(Modal|Drawer|Menu|Popover|Dialog)\b/.test(imports ?? '');
    });
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  // The suggestions of an address field are part of the field, which handles their keys.
  expect(bare.map(([file]) => file)).toEqual(['../../features/compose/recipients/suggested-people.tsx']);
});
