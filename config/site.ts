/** Who we are to a consumer: the brand and the base of every URL that we write. */
export interface Site {
  brand: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Whether reports of mistakes are taken. */
  takesReports?: boolean | undefined;
}
