/** What is not in XML 1.0 (section 2.2), not even as a reference. */
export const NOT_IN_XML = /(?![\t\n\r\x7f-\x9f])[\p{Cc}\p{Cs}]|[\ufffe\uffff]/u;
/** What is plainly in it. Halves of characters are not, so that all else is to be looked at by `NOT_IN_XML`. */
export const PLAINLY_XML = /^[\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]*$/;
