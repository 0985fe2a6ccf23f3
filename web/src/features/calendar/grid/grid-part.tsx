import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & {
  as: 'grid' | 'rowgroup' | 'row' | 'rowheader' | 'columnheader' | 'gridcell';
};

/**
 * A part of a grid of days. No table, as events stand over several of its cells; the focus is within the grid, on one
 * event or day at a time.
 */
export function GridPart({ as, ...rest }: Props) {
  return <div {...rest} role={as} />;
}
