/** The operator must do something before the process can start; shown without a stack. */
export class CannotStart extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CannotStart';
    this.exitCode = exitCode;
  }
}
