/** What is not in XML 1.0 (section 2.2), not even as a reference. */
export const NOT_IN_XML = /(?![\t\n\r\x7f-\x9f])[\p{Cc}\p{Cs}]|[\ufffe\uffff]/u;
