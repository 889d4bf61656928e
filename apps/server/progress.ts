/**
 * Shows progress in the terminal: a line for each step, with its duration once it is done. Logs go to stderr, this to
 * stdout.
 */
export class Progress {
  /** Whether the line of a step is replaced when it is done. */
  readonly interactive: boolean;
  readonly #begun = performance.now();
  #shown = '';
  #since = 0;

  constructor(interactive: boolean) {
    this.interactive = interactive;
  }

  /** Begins a step and ends the one before. Repeating it prints nothing. */
  step(text: string): void {
    if (text === this.#shown) return;
    this.#end();
    this.#shown = text;
    this.#since = performance.now();
    process.stdout.write(this.interactive ? `${text} …` : `${text}\n`);
  }

  /** Ends the step and prints permanent lines. */
  print(...lines: string[]): void {
    this.#end();
    for (const line of lines) process.stdout.write(`${line}\n`);
  }

  #end(): void {
    if (!this.#shown) return;
    const took = `${this.#shown}: ${((performance.now() - this.#since) / 1000).toFixed(1)} s\n`;
    process.stdout.write(this.interactive ? `\r\u001b[2K${took}` : took);
    this.#shown = '';
  }

  /** Seconds since the start, one decimal. */
  elapsed_s(): string {
    return ((performance.now() - this.#begun) / 1000).toFixed(1);
  }
}
