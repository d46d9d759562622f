/** The operator must do something before the process can start; shown without a stack. */
export class CannotStart extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'CannotStart';
    this.exitCode = exitCode;
  }
}

/** Nothing can be visited or published; what is published can be served. */
export class CannotPublish extends CannotStart {
  override name = 'CannotPublish';
}

/** What the system said of an error, the innermost of its causes, in one line. */
export function oneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? oneLine(error.cause) : error.message.trim().replaceAll(/\s*\n\s*/g, ' | ');
}
