import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import type { ActId, ThreadAct } from '../../parts/acts/thread-act.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { actsFor } from './acts.ts';

const ActMenu = lazyPart(async () => {
  const [{ ActMenu: Part }] = await Promise.all([import('./act-menu.tsx'), loadLaterWords()]);
  return Part;
});
const MovePopover = lazyPart(async () => (await import('./move-popover.tsx')).MovePopover);
const LabelPopover = lazyPart(async () => {
  const [{ LabelPopover: Part }] = await Promise.all([import('./label-popover.tsx'), loadLaterWords()]);
  return Part;
});
/** Acts that open a part below their button. */
const OPENING = { move: MovePopover, label: LabelPopover } as const;

/** The acts in the bar itself; the others are in the menu behind it. */
const IN_BAR: readonly ActId[] = [
  'archive',
  'delete',
  'removeDrafts',
  'notSpam',
  'restore',
  'deleteForGood',
  'cancelScheduled',
  'cancelPeriodic',
  'spam',
  'snooze',
  'unsnooze',
  'move',
  'label',
  'emptyTrash',
];
const IN_NARROW_BAR: readonly ActId[] = [
  'archive',
  'delete',
  'removeDrafts',
  'notSpam',
  'restore',
  'cancelScheduled',
  'cancelPeriodic',
  'move',
];
/** The number of acts that fit on a phone. */
const NARROW = 2;
/** Of several rows that are picked, of which some may be unread: one of the two, as in the menu there are both. */
const FOR_SEVERAL: readonly ActId[] = ['markRead', 'markUnread'];
/** Acts on an open conversation, which can be starred and marked as unread while it is read. */
const WHILE_READING: readonly ActId[] = ['markUnread', 'star', 'unstar'];
/** Acts that the banner of an open message offers, beside the time of sending. */
const IN_BANNER: readonly ActId[] = ['cancelScheduled', 'cancelPeriodic'];

/** The acts that apply to the selection, as buttons; where there is little room, most of them in the menu. */
export function ActBar(props: {
  target: ActTarget;
  condensed?: boolean;
  reading?: boolean;
  /** On the smallest phones: only the first acts fit beside the buttons that leave the screen. */
  tight?: boolean;
  /** Set where the list has no room for a button of its own. */
  onRefresh?: () => void;
}) {
  const { target, condensed = false, reading = false, tight = false, onRefresh } = props;
  const acts = actsFor(target);
  const fitting = (names: readonly ActId[]) =>
    names.flatMap((name) => acts.find((act) => act.id === name) ?? []);
  const inBar = condensed ? fitting(IN_NARROW_BAR).slice(0, NARROW) : fitting(IN_BAR);
  const first = reading ? inBar.filter(({ id }) => !IN_BANNER.includes(id)) : inBar;
  const isSeveral = !reading && !tight && (target.whole !== null || target.threads.length > 1);
  const marks = isSeveral ? fitting(FOR_SEVERAL).slice(0, 1) : [];
  const shown = [...first, ...marks, ...(reading && !tight ? fitting(WHILE_READING) : [])];
  const rest = acts.filter((act) => !shown.includes(act));
  return (
    <>
      {shown.map((act) =>
        (act.id === 'move' || act.id === 'label') && !condensed ? (
          <OpeningButton key={act.id} act={act} target={target} part={OPENING[act.id]} />
        ) : (
          <ActButton key={act.id} act={act} onClick={() => act.perform(target)} />
        ),
      )}
      {(rest.length > 0 || (condensed && !reading)) && (
        <OtherActs
          acts={rest}
          target={target}
          history={condensed && !reading}
          {...(onRefresh && { onRefresh })}
        />
      )}
    </>
  );
}

function ActButton({ act, onClick }: { act: ThreadAct; onClick(): void }) {
  const { t } = useTranslation();
  const label = t(`acts.labels.${act.id}`);
  return <ToolButton icon={act.icon} label={label} hint={hintOf(act, label)} onClick={onClick} />;
}

type OpeningProps = { act: ThreadAct; target: ActTarget; part: (typeof OPENING)[keyof typeof OPENING] };

function OpeningButton({ act, target, part: Part }: OpeningProps) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog', Part);
  // With something selected or open, this may follow soon, and possibly offline.
  useEffect(() => Part.prepare(), [Part]);
  const label = t(`acts.labels.${act.id}`);
  return (
    <>
      <ToolButton {...button} icon={act.icon} label={label} hint={hintOf(act, label)} />
      <Suspense>{opened && <Part {...opened} target={target} />}</Suspense>
    </>
  );
}

function OtherActs(props: {
  acts: readonly ThreadAct[];
  target: ActTarget;
  history: boolean;
  onRefresh?: () => void;
}) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', ActMenu);
  return (
    <>
      <ToolButton {...button} icon={IconDotsVertical} label={t('acts.other')} />
      <Suspense>{opened && <ActMenu {...opened} {...props} />}</Suspense>
    </>
  );
}

function hintOf({ shortcut }: ThreadAct, label: string): string {
  return shortcut ? `${label} · ${printedKey(shortcut)}` : label;
}
