/** DM-4: how the subject of a message begins whose sender our checks do not confirm. Only the server puts it there. */
export const SPOOF_MARK = '**SPOOF**';
