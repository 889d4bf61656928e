import { withOwnCommands } from './commands.ts';
import { s3ErrorOf } from './platform/s3-errors.ts';
import { StartError } from './platform/start-error.ts';

/** The message of a program that ends with an error: the remedy where known, else the cause. */
export const failureText = (error: unknown): string => withOwnCommands(textOf(error));

function textOf(error: unknown): string {
  const { message, cause } = error as Error;
  if (error instanceof StartError) return `${message}\n${error.hint}`;
  const stored = s3ErrorOf(error);
  if (stored) return stored.message;
  return cause instanceof Error ? `${message}: ${cause.message}` : String(message ?? error);
}

/** Prints a line to the standard output. */
export const print = (line: string): void => void process.stdout.write(`${withOwnCommands(line)}\n`);

/** Prints a line to the standard error. */
export const printError = (line: string): void => void process.stderr.write(`${withOwnCommands(line)}\n`);

/** Prints progress lines, at most one every two seconds. */
export function progressLines(): (line: string) => void {
  let last_ms = performance.now();
  return (line) => {
    if (performance.now() - last_ms < 2000) return;
    last_ms = performance.now();
    print(`  ${line}`);
  };
}
