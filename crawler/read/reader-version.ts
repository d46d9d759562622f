/** Raised whenever the same page may read differently. */
export const READER_VERSION = '37';
