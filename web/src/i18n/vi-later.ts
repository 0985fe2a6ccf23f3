import { outgoing } from './vi/outgoing.ts';
import { sending } from './vi/sending.ts';

/** Words of parts that come after the first screen; see loadLaterWords. */
export const viLater = { outgoing, sending } as const;
