/** Who we are to a consumer: the brand and the base of every URL that we write. */
export interface Site {
  brand: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Where people report mistakes: an address (mailto:) or a page. Absent where none is configured. */
  contact?: string | undefined;
}
