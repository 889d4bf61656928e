import { blockOf } from './check.ts';
import { clean } from './clean.ts';
import type { Candidate } from './faults.ts';
import type { Words } from './layout.ts';
import { makerName } from './makers.ts';
import { mend } from './mend.ts';
import { parse } from './parse.ts';
import { warningsOf } from './warnings.ts';

export interface Repair extends Candidate {
  /** What was done, in a sentence's part: "O for 0 at place 15". */
  why: Words;
}

const MOST = 5;
/** Longer than any label; what stands behind it is not looked at. */
const MOST_READ = 400;

/** Whether every character fits its place and the date is past: what a guess must be to be worth showing. */
function isSound(code: string, today?: string): boolean {
  if (blockOf(code) !== null || !/^\d+$/.test(parse(code)?.serial ?? '')) return false;
  return !warningsOf(code, today === undefined ? {} : { today }).some(
    ({ structural, rule }) => structural || rule === 'date.future' || rule === 'serial.zero',
  );
}

function told({ code, steps }: Candidate): Repair {
  const join = (language: keyof Words, by: string) => steps.map(({ words }) => words[language]).join(by);
  return { code, steps, why: { en: join('en', '; '), zh: join('zh', '；') } };
}

/** How far a candidate is from what was read; a maker that lists know is likelier than one with letters like digits. */
function distance({ code, steps }: Candidate): number {
  const maker = code.slice(0, 3);
  const unlikely = makerName(maker) ? 0 : /[IOQ]/.test(maker) ? 5 : 2;
  return steps.reduce((sum, { guess }) => sum + guess, unlikely);
}

/**
 * What a misread text may have been, the likeliest first: case, width, prefixes of scanners, control characters, lines
 * in the wrong order, 0 and O, 1 and I, one character too few or too many, a text scanned twice. At most five; none for
 * a code that is sound as it stands, unless lists know its maker by another letter.
 * @param today yyyy-MM-dd where the reader is: no guess lies in the future
 */
export function repairs(text: string, today?: string): Repair[] {
  const read = text.slice(0, MOST_READ);
  const found = new Map<string, Candidate>();
  const add = (candidate: Candidate) => {
    const before = found.get(candidate.code);
    if (candidate.code !== text && (!before || distance(candidate) < distance(before)))
      found.set(candidate.code, candidate);
  };
  const cleaned = clean(read);
  const sound = cleaned.filter(({ code }) => isSound(code, today));
  for (const candidate of cleaned) if (blockOf(candidate.code) === null) add(candidate);
  // What is right once it is cleaned needs no guesses, but for a maker's letter.
  for (const { code, steps } of sound.length > 0 ? sound : cleaned)
    for (const mended of mend(code)) {
      const onlyMaker = mended.code.slice(3) === code.slice(3);
      if (isSound(mended.code, today) && (sound.length === 0 || onlyMaker))
        add({ code: mended.code, steps: [...steps, ...mended.steps] });
    }
  const ranked = [...found.values()].sort((a, b) => distance(a) - distance(b));
  const certain = ranked.filter(({ code }) => isSound(code, today));
  return (certain.length > 0 ? certain : ranked).slice(0, MOST).map(told);
}

/** The codes of one scan of several labels, or of one label with several codes: each that is sound as it stands. */
export function codesWithin(text: string, today?: string): string[] {
  return clean(text.slice(0, MOST_READ)).flatMap(({ code }) => (isSound(code, today) ? [code] : []));
}
