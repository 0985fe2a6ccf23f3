/**
 * The list of what waits for an answer, which is read like that of a label: the same in every mailbox. It is no label: its
 * name is empty, and no act on labels knows it.
 */
export const WAITING = '00000000-0000-7000-8000-000000000001';
