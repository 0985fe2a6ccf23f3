import { LABEL_COLORS, type Label, type LabelColor } from '@bocau/contract/labels.ts';

/** The colour that fewest labels have, so that new ones are told apart. */
export function nextColor(labels: readonly Pick<Label, 'color'>[]): LabelColor {
  const used = (color: LabelColor) => labels.filter((label) => label.color === color).length;
  // Gray is for those who choose it.
  const [first, ...others] = LABEL_COLORS.slice(1) as [LabelColor, ...LabelColor[]];
  return others.reduce((least, color) => (used(color) < used(least) ? color : least), first);
}
