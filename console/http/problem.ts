/** What a person is told in place of a page. */
export class ConsoleProblem extends Error {
  override name = 'ConsoleProblem';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
