/** How many of the last verdicts are remembered across runs. */
const REMEMBERED = 40;
/**
 * A scrub that finds more damage than this is more likely wrong itself: an older release, or another
 * installation's folder.
 */
const MOST_DAMAGED = 20;

const SOUND = '.';
const DAMAGED = 'x';

/** The last verdicts on blobs, in order. */
export type RecentFindings = {
  sound(): void;
  damaged(): void;
  /** Whether one more damaged blob would be too many. */
  isEnough(): boolean;
  /** The stored form. */
  toText(): string;
};

export function rememberFindings(kept: string): RecentFindings {
  let recent = kept.slice(-REMEMBERED);
  const add = (finding: string) => {
    recent = (recent + finding).slice(-REMEMBERED);
  };
  return {
    sound: () => add(SOUND),
    damaged: () => add(DAMAGED),
    isEnough() {
      const damaged = recent.split(DAMAGED).length - 1;
      return damaged >= MOST_DAMAGED && damaged * 2 > recent.length;
    },
    toText: () => recent,
  };
}
