import type { Person } from '@bocau/server/demo-world/people.ts';
import type { Locator } from '@playwright/test';
import type { HelpRoom } from './help-room.ts';

type Area = { x: number; y: number; width: number; height: number };

/** A picture shows the area around the `clip` parts, with rings around the `framed` ones. */
export type Shown = { clip: (Locator | Area)[]; framed: Locator[] };

export type HelpPicture = {
  /** The name that help pages refer to. */
  name: string;
  /** The path to start at; the inbox by default. */
  at?: string;
  viewport?: { width: number; height: number };
  /** Null for pages before sign-in; by default Lan Anh, who owns the domain. */
  person?: Person | null;
  show(room: HelpRoom): Promise<Shown>;
};
