import { compose } from './vi/compose.ts';
import { composeWindow } from './vi/compose-window.ts';
import { outgoing } from './vi/outgoing.ts';
import { sending } from './vi/sending.ts';

/** Words of parts that come after the first screen; see loadLaterWords. */
export const viLater = { compose, composeWindow, outgoing, sending } as const;
