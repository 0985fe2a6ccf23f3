/** So many of the last blobs that were judged are remembered, from one run to the next. */
const REMEMBERED = 40;
/** What finds more damage than sound blobs is more likely wrong itself: an older release, a folder of another one. */
const MOST_DAMAGED = 20;

const SOUND = '.';
const DAMAGED = 'x';

/** What the last blobs were, in the order in which they were judged. */
export type RecentFindings = {
  sound(): void;
  damaged(): void;
  /** Whether one more that is damaged would be too many. */
  isEnough(): boolean;
  /** As it is kept. */
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
