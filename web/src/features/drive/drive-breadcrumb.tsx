import type { DriveStep } from '@bocau/contract/drive.ts';
import { IconArrowUp, IconChevronRight, IconDots } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { driveAddressOf } from '../../parts/drive/drive-address.ts';
import { Link } from '../../router/router.tsx';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { type Opened, useOpener } from '../../ui/use-opener.ts';
import styles from './drive-breadcrumb.module.css';
import { useEntryDrop } from './drive-drag.ts';

type Step = { id: string | null; name: string; shared?: boolean };

/** The most steps shown side by side; the ones between the first and the last two go into a menu. */
const MOST_STEPS = 4;

type Props = {
  steps: readonly DriveStep[] /** Whether the path is within files shared by others. */;
  shared: boolean;
  narrow: boolean;
};

/** The path of a folder; its steps are links, and drop targets. */
export function DriveBreadcrumb({ steps, shared, narrow }: Props) {
  const { t } = useTranslation();
  const all: Step[] = [
    { id: null, name: t(shared ? 'drive.places.shared' : 'drive.places.folder'), shared },
    ...steps,
  ];
  const last = all.at(-1) as Step;
  const above = all.at(-2);
  if (narrow) {
    return (
      <nav className={styles.path} aria-label={t('drive.breadcrumb')}>
        {above && (
          <Link className={styles.up} to={addressOf(above)} aria-label={t('drive.up')}>
            <IconArrowUp size={20} aria-hidden />
          </Link>
        )}
        <span className={styles.here} aria-current="page">
          {last.name}
        </span>
      </nav>
    );
  }
  const hidden = all.length > MOST_STEPS ? all.slice(1, -2) : [];
  const shown = all.length > MOST_STEPS ? all.slice(-2) : all.slice(1);
  return (
    <nav className={styles.path} aria-label={t('drive.breadcrumb')}>
      <ol>
        <StepItem step={all[0] as Step} current={all.length === 1} />
        {hidden.length > 0 && <HiddenSteps steps={hidden} />}
        {shown.map((step) => (
          <StepItem key={step.id} step={step} current={step === last} />
        ))}
      </ol>
    </nav>
  );
}

function StepItem({ step, current }: { step: Step; current: boolean }) {
  const { over, handlers } = useEntryDrop(current || step.shared ? null : step);
  return (
    <li data-over={over || undefined} {...handlers}>
      {step.id !== null && <IconChevronRight size={16} aria-hidden />}
      {current ? (
        <span className={styles.here} aria-current="page" title={step.name}>
          {step.name}
        </span>
      ) : (
        <Link to={addressOf(step)} title={step.name} draggable={false}>
          {step.name}
        </Link>
      )}
    </li>
  );
}

function HiddenSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu');
  return (
    <li className={styles.between}>
      <IconChevronRight size={16} aria-hidden />
      <ToolButton {...button} icon={IconDots} label={t('drive.more')} size={28} iconSize={16} />
      {opened && <StepsMenu {...opened} steps={steps} />}
    </li>
  );
}

function StepsMenu({ steps, ...opened }: Opened & { steps: readonly Step[] }) {
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      {steps.map((step) => (
        <Menu.Item key={step.id} component={Link} to={addressOf(step)}>
          {step.name}
        </Menu.Item>
      ))}
    </AnchoredMenu>
  );
}

function addressOf({ id, shared }: Step): string {
  return driveAddressOf(shared ? { kind: 'shared' } : { kind: 'folder', id });
}
