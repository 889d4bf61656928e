/**
 * Shows progress in the terminal: one line that changes during work, or one line per step where output is not a
 * terminal. Logs go to stderr, this to stdout.
 */
export class Progress {
  /** Whether steps share one changing line. */
  readonly interactive: boolean;
  readonly #begun = performance.now();
  #shown = '';

  constructor(interactive: boolean) {
    this.interactive = interactive;
  }

  /** Sets the current step. Repeating it prints nothing. */
  step(text: string): void {
    if (text === this.#shown) return;
    this.#shown = text;
    if (this.interactive) process.stdout.write(`\r\u001b[2K${text} …`);
    else process.stdout.write(`${text}\n`);
  }

  /** Ends the changing line and prints permanent lines. */
  print(...lines: string[]): void {
    if (this.interactive && this.#shown) process.stdout.write('\r\u001b[2K');
    this.#shown = '';
    for (const line of lines) process.stdout.write(`${line}\n`);
  }

  /** Seconds since the start, one decimal. */
  elapsed_s(): string {
    return ((performance.now() - this.#begun) / 1000).toFixed(1);
  }
}
