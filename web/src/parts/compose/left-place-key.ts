/** Key in sessionStorage of the place in a message at which its writer had to sign in again (AU-10). */
export const LEFT_PLACE = 'bocau.left-place';
