import type { Person } from '@bocau/server/demo-world/people.ts';
import type { Locator } from '@playwright/test';
import type { HelpRoom } from './help-room.ts';

type Area = { x: number; y: number; width: number; height: number };

/** What a picture shows: around these parts of the screen, with rings around those. */
export type Shown = { clip: (Locator | Area)[]; framed: Locator[] };

export type HelpPicture = {
  /** As a page of the help names it. */
  name: string;
  /** The address that it begins at; the inbox where there is none. */
  at?: string;
  viewport?: { width: number; height: number };
  /** Null before the sign-in; Lan Anh, who owns the domain, where nobody is named. */
  person?: Person | null;
  show(room: HelpRoom): Promise<Shown>;
};
