/** Why calendars can't be brought over from somewhere, worded to follow the name of where it was given. */
export class MoveInError extends Error {
  override name = 'MoveInError';
}
