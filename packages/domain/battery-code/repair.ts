import type { Words } from '../words.ts';
import { candidatesOf } from './candidates.ts';
import { blockOf } from './check.ts';
import { clean } from './clean.ts';
import type { Candidate } from './faults.ts';
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
