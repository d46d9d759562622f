/** How a command that a person calls ends: with words on stderr and an honest exit code. */

/** The command was called wrongly, or can't do what it is asked for here; its message says what to do instead. */
export class UsageFault extends Error {
  override name = 'UsageFault';
}

/**
 * What the command resolves to: 0 for done, 1 for done in part. A fault of the caller's is 2, with the usage where
 * the arguments were not understood; anything else that is thrown is 1.
 */
export async function exitCodeOf(usage: string, command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const isMisspelled =
      error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(isMisspelled ? `${message}\n${usage}\n` : `${message}\n`);
    return isMisspelled || error instanceof UsageFault ? 2 : 1;
  }
}
