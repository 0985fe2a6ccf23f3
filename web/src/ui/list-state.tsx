import type { ComponentType, ReactNode } from 'react';
import styles from './list-state.module.css';
import { usePassFocus } from './use-pass-focus.ts';

type Icon = ComponentType<{ size?: number; stroke?: number }>;
type Props = { icon: Icon; title: string; text: string; children?: ReactNode };

/** Shown in place of a list's rows: that there are none, or why, and what to do next. */
export function ListState({ icon: Icon, title, text, children }: Props) {
  const part = usePassFocus<HTMLDivElement>();
  return (
    <div ref={part} className={styles.state} role="status">
      <span className={styles.icon} aria-hidden>
        <Icon size={40} stroke={1.25} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
