import { type Candidate, faults, type Step } from './faults.ts';

/** The symbology prefix of three characters (ISO/IEC 15424): `]C1`, `]Q3`, `]d2`. */
const SYMBOLOGY = /\][A-Za-z][0-9A-Za-z]/g;
/** Control characters, literal or as spelt out by some scanners; blanks are not among them. */
const CONTROL = /[^\P{Cc}\s]|[<{[](?:GS|RS|FS|EOT|FNC1)[>}\]]/gu;

/** Removes scanner prefixes and control characters; splits at blanks, line ends and control characters. */
function stripScannerCharacters(text: string): { pieces: string[]; steps: Step[] } {
  const steps: Step[] = [];
  const plain = text.normalize('NFKC').replace(/\p{Cf}+/gu, '');
  const prefix = plain.match(SYMBOLOGY)?.[0];
  const bare = plain.replace(SYMBOLOGY, ' ');
  if (prefix) steps.push(faults.prefix(prefix));
  const apart = bare.replace(CONTROL, ' ');
  if (apart !== bare) steps.push(faults.control);
  const pieces = apart.split(/\s+/).filter(Boolean);
  const capital = pieces.map((piece) => piece.toUpperCase());
  if (plain !== text || /\S\s+\S/.test(bare) || capital.join('') !== pieces.join(''))
    steps.push(faults.plain);
  return { pieces: capital, steps };
}

/** The repeated part of a text that consists of two or three copies; null for any other. */
function once(text: string): string | null {
  for (const times of [2, 3]) {
    const part = text.slice(0, text.length / times);
    if (part.length >= 17 && part.repeat(times) === text) return part;
  }
  return null;
}

/**
 * Candidate texts of a scan, after removal of everything that is certainly not part of a code; likeliest first. Not
 * validated here.
 */
export function clean(text: string): Candidate[] {
  const { pieces, steps } = stripScannerCharacters(text);
  const joined = pieces.join('');
  const found: Candidate[] = [{ code: joined, steps }];
  const [first, second] = pieces;
  if (pieces.length === 2 && first !== second)
    found.push({ code: `${second}${first}`, steps: [...steps, faults.order] });

  const between = [...new Set(joined.match(/[^0-9A-Z]/g))].slice(0, 5).join(' ');
  if (between)
    found.push({ code: joined.replace(/[^0-9A-Z]/g, ''), steps: [...steps, faults.separators(between)] });

  const runs = pieces.flatMap((piece) => piece.match(/[0-9A-Z]+/g) ?? []);
  if (runs.length > 1)
    for (const run of runs.slice(0, 20)) found.push({ code: run, steps: [...steps, faults.among] });

  for (const { code, steps: before } of Array.from(found)) {
    const single = once(code);
    if (single) found.push({ code: single, steps: [...before, faults.doubled] });
  }
  return found.filter(({ code }, i) => code !== '' && found.findIndex((other) => other.code === code) === i);
}
