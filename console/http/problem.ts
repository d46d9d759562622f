/** An error page: its status and its words. */
export class ConsoleProblem extends Error {
  override name = 'ConsoleProblem';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
