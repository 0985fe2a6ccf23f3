import type { ReactNode } from 'react';

type Props = {
  className?: string | undefined;
  label: string;
  checked: boolean;
  /** `range`: extend the selection to this row (Shift). */
  onPick(range: boolean): void;
  /** Content beside the box, or over it. */
  children?: ReactNode;
};

/** Selects a row of a grid without opening it; so does a click around the box. */
export function RowCheckbox({ className, label, checked, onPick, children }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <label className={className} onClick={(event) => event.stopPropagation()}>
      {children}
      <input
        type="checkbox"
        tabIndex={-1}
        checked={checked}
        aria-label={label}
        onChange={() => undefined}
        onClick={(event) => onPick(event.shiftKey)}
      />
    </label>
  );
}
