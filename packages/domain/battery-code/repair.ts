import type { Words } from '../words.ts';
import { candidatesOf } from './candidates.ts';
import { blockOf } from './check.ts';
import { type Candidate, faults, type Step } from './faults.ts';
import { makerName } from './makers.ts';
import { parse } from './parse.ts';
import { warningsOf } from './warnings.ts';

export interface Repair extends Candidate {
  /** The corrections as a phrase: "O for 0 at place 15". */
  why: Words;
}

const MOST = 5;
/** Longer than any label; the rest is ignored. */
const MAX_READ = 400;

/** Whether a guess is plausible enough to show: every character is allowed at its position, and the date is past. */
function isValid(code: string, today?: string): boolean {
  if (blockOf(code) !== null || !/^\d+$/.test(parse(code)?.serial ?? '')) return false;
  return !warningsOf(code, today === undefined ? {} : { today }).some(
    ({ structural, rule }) => structural || rule === 'date.future' || rule === 'serial.zero',
  );
}

function explained({ code, steps }: Candidate): Repair {
  const join = (language: keyof Words, by: string) => steps.map(({ words }) => words[language]).join(by);
  return { code, steps, why: { en: join('en', '; '), zh: join('zh', '；') } };
}

/**
 * Distance of a candidate from the read text; a listed maker is likelier than one with letters that look like digits.
 */
function distance({ code, steps }: Candidate): number {
  const maker = code.slice(0, 3);
  const unlikely = makerName(maker) ? 0 : /[IOQ]/.test(maker) ? 5 : 2;
  return steps.reduce((sum, { guess }) => sum + guess, unlikely);
}

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
function clean(text: string): Candidate[] {
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

/**
 * Likely originals of a misread text, the likeliest first. Handles case, width, prefixes of scanners, control
 * characters, swapped lines, 0 and O, 1 and I, one character too few or too many, a text scanned twice. At most five;
 * none for a valid code, unless its maker's letters look misread.
 * @param today yyyy-MM-dd where the reader is: dates after it are not proposed
 */
export function repairs(text: string, today?: string): Repair[] {
  const read = text.slice(0, MAX_READ);
  const found = new Map<string, Candidate>();
  const add = (candidate: Candidate) => {
    const before = found.get(candidate.code);
    if (candidate.code !== text && (!before || distance(candidate) < distance(before)))
      found.set(candidate.code, candidate);
  };
  const cleaned = clean(read);
  const valid = cleaned.filter(({ code }) => isValid(code, today));
  for (const candidate of cleaned) if (blockOf(candidate.code) === null) add(candidate);
  // A code that is valid once cleaned needs no guesses, except for its maker's letters.
  for (const { code, steps } of valid.length > 0 ? valid : cleaned)
    for (const candidate of candidatesOf(code)) {
      const onlyMaker = candidate.code.slice(3) === code.slice(3);
      if (isValid(candidate.code, today) && (valid.length === 0 || onlyMaker))
        add({ code: candidate.code, steps: [...steps, ...candidate.steps] });
    }
  const ranked = [...found.values()].sort((a, b) => distance(a) - distance(b));
  const certain = ranked.filter(({ code }) => isValid(code, today));
  return (certain.length > 0 ? certain : ranked).slice(0, MOST).map(explained);
}

/** The codes in one scan of several labels, or of one label with several codes: those that are valid as read. */
export function codesWithin(text: string, today?: string): string[] {
  return clean(text.slice(0, MAX_READ)).flatMap(({ code }) => (isValid(code, today) ? [code] : []));
}
