/** The two screens that every journey about layout is made on, and what lies between them. */
export const LAPTOP = { width: 1366, height: 768 };
export const TABLET = { width: 1024, height: 768 };
export const PHONE = { width: 390, height: 844 };
