/** The operator is to do something before it can start; told as it is, without a stack. */
export class CannotStart extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CannotStart';
    this.exitCode = exitCode;
  }
}
