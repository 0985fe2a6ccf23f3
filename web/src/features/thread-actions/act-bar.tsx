import { ActionIcon, Menu, Popover, Tooltip } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ActTarget } from './act-target.ts';
import { type ActId, actsFor, type ThreadAct } from './acts.ts';
import { printedKey } from './shortcuts.ts';

const MovePicker = lazyPart(async () => (await import('./move-picker.tsx')).MovePicker);

/** What stands in the bar itself; the rest is in the menu behind it. */
const IN_BAR: readonly ActId[] = [
  'delete',
  'removeDrafts',
  'notSpam',
  'restore',
  'deleteForGood',
  'spam',
  'move',
  'emptyTrash',
];
const IN_NARROW_BAR: readonly ActId[] = ['delete', 'removeDrafts', 'notSpam', 'restore', 'move'];

/** The acts that fit what is picked, as buttons; where there is little room, most of them in the menu. */
export function ActBar({ target, condensed = false }: { target: ActTarget; condensed?: boolean }) {
  const acts = actsFor(target);
  const names = condensed ? IN_NARROW_BAR : IN_BAR;
  const shown = names.flatMap((name) => acts.find((act) => act.id === name) ?? []);
  const rest = acts.filter((act) => !shown.includes(act));
  return (
    <>
      {shown.map((act) =>
        act.id === 'move' && !condensed ? (
          <MoveButton key={act.id} act={act} target={target} />
        ) : (
          <ActButton key={act.id} act={act} onClick={() => act.perform(target)} />
        ),
      )}
      {rest.length > 0 && <OtherActs acts={rest} target={target} />}
    </>
  );
}

function ActButton({ act, onClick }: { act: ThreadAct; onClick(): void }) {
  const { t } = useTranslation();
  const label = t(`acts.labels.${act.id}`);
  return (
    <Tooltip label={act.shortcut ? `${label} · ${printedKey(act.shortcut)}` : label} openDelay={400}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
        <act.icon size={20} />
      </ActionIcon>
    </Tooltip>
  );
}

function MoveButton({ act, target }: { act: ThreadAct; target: ActTarget }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const label = t(`acts.labels.${act.id}`);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus width={300}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          title={act.shortcut ? `${label} · ${printedKey(act.shortcut)}` : label}
          onClick={() => setOpened(!opened)}
        >
          <act.icon size={20} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Suspense fallback={null}>
          <MovePicker target={target} onDone={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function OtherActs({ acts, target }: { acts: readonly ThreadAct[]; target: ActTarget }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('acts.other')}>
          <IconDotsVertical size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => (
          <Menu.Item
            key={act.id}
            leftSection={<act.icon size={18} />}
            rightSection={act.shortcut && <kbd>{printedKey(act.shortcut)}</kbd>}
            onClick={() => act.perform(target)}
          >
            {t(`acts.labels.${act.id}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
