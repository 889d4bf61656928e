import { blockOf, normalise } from '@voltloop/domain/battery-code/index.ts';

export interface ReadCodes {
  /** Without duplicates, in order. */
  codes: string[];
  /** Invalid lines, with the key of their problem. */
  wrong: { line: number; text: string; key: string }[];
}

/** Parses a list of codes: one per line, or separated by commas, semicolons, tabs and blanks. */
export function readCodes(text: string): ReadCodes {
  const codes = new Set<string>();
  const wrong: ReadCodes['wrong'] = [];
  for (const [index, line] of text.split(/\r?\n/).entries())
    for (const part of line.split(/[\s,;，；、]+/).filter(Boolean)) {
      const code = normalise(part);
      const key = blockOf(code);
      if (key === null) codes.add(code);
      else wrong.push({ line: index + 1, text: part.slice(0, 60), key });
    }
  return { codes: [...codes], wrong };
}
