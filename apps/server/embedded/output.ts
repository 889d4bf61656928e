import type { ChildProcess } from 'node:child_process';

/** Forwards each line of a program's output, and keeps the last ones to explain why it ended. */
export function forwardLines(program: ChildProcess, each: (line: string) => void = () => {}) {
  const lines: string[] = [];
  for (const output of [program.stdout, program.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter((l) => l.trim() !== '')) {
        each(line);
        lines.push(line);
        if (lines.length > 40) lines.shift();
      }
    });
  }
  return {
    text: () => lines.join('\n'),
    /** The last matching line, else the last line, else an empty text. */
    why: (pattern: RegExp) => lines.findLast((l) => pattern.test(l)) ?? lines.at(-1) ?? '',
  };
}
