import { dateSymbols } from './dates.ts';
import { type Candidate, faults } from './faults.ts';
import { formOf, layouts, type PartName } from './layout.ts';
import { knownMakers, makerName } from './makers.ts';

const DIGITS = '0123456789';
/** Allowed characters by part and position; other parts may contain any letter or digit. */
const symbols: Partial<Record<PartName, readonly string[]>> = {
  product: ['PMC'],
  chemistry: ['ABCDEFGZ'],
  date: dateSymbols,
  serial: Array.from({ length: 7 }, () => DIGITS),
  mark: ['R', 'PMC'],
};
/** Likely originals of a misread character, likeliest first. H meant other in old lists of chemistries. */
const lookAlikes: Readonly<Record<string, string>> = {
  O: '0DC',
  Q: '0D',
  D: '0',
  I: '1',
  L: '1',
  Z: '2',
  S: '5',
  B: '8',
  G: '6C',
  U: 'V',
  H: 'Z',
  '0': 'DCG',
  '8': 'B',
  '6': 'G',
  '2': 'Z',
  '5': 'S',
  '3': 'B',
  '1': 'T',
};
const MAX_CHANGES = 4;

/** The allowed characters at each position of a code of this length; null for any letter or digit. */
function symbolsByPlace(length: number): (string | null)[] {
  const form = length === 24 ? 'original' : 'echelon';
  return layouts[form].flatMap(({ part, length: size }) =>
    Array.from({ length: size }, (_, i) => symbols[part]?.[i] ?? null),
  );
}

const put = (code: string, at: number, text: string) => code.slice(0, at) + text + code.slice(at + 1);

/** Replaces look-alikes (O for 0) at positions where the character is not allowed. */
function confused(code: string): Candidate[] {
  const wrong = symbolsByPlace(code.length).flatMap((allowed, at) =>
    allowed !== null && !allowed.includes(code[at] as string) ? [{ at, allowed }] : [],
  );
  if (wrong.length === 0 || wrong.length > MAX_CHANGES) return [];
  let found: { code: string; changes: { at: number; from: string; to: string }[] }[] = [
    { code, changes: [] },
  ];
  for (const { at, allowed } of wrong) {
    const from = code[at] as string;
    const fits = [...(lookAlikes[from] ?? '')].filter((to) => allowed.includes(to));
    found = found.flatMap((each) =>
      fits.map((to) => ({ code: put(each.code, at, to), changes: [...each.changes, { at, from, to }] })),
    );
  }
  return found.map(({ code: repaired, changes }) => ({ code: repaired, steps: [faults.confused(changes)] }));
}

/** The listed maker codes that differ from the read one only by 0 and O or 1 and I. */
function makerConfused(code: string): Candidate[] {
  const read = code.slice(0, 3);
  if (makerName(read)) return [];
  const shape = (text: string) => text.replace(/[OQ]/g, '0').replace(/[IL]/g, '1');
  return knownMakers
    .filter((maker) => shape(maker) === shape(read))
    .map((maker) => {
      const changes = [...maker].flatMap((to, at) =>
        to === read[at] ? [] : [{ at, from: read[at] as string, to }],
      );
      return { code: maker + code.slice(3), steps: [faults.confused(changes)] };
    });
}

/** Swaps the two lines of a plate that were read in the wrong order and joined, for every possible line break. */
function swapped(code: string): Candidate[] {
  return Array.from({ length: code.length - 1 }, (_, i) => ({
    code: code.slice(i + 1) + code.slice(0, i + 1),
    steps: [{ ...faults.order, guess: 2 }],
  }));
}

/** Removes one character at each position: a key bounce, or a character added by the scanner at an end. */
function shorter(code: string): Candidate[] {
  return Array.from(code, (text, at) => {
    const guess = code[at - 1] === text ? 2 : at === 0 || at === code.length - 1 ? 3 : 5;
    return { code: code.slice(0, at) + code.slice(at + 1), steps: [faults.extra(at, text, guess)] };
  });
}

/** Inserts one character where it can be guessed: of a listed maker, a duplicate, a zero, the product's letter. */
function longer(code: string): Candidate[] {
  const insert = (at: number, text: string, guess: number): Candidate => ({
    code: code.slice(0, at) + text + code.slice(at),
    steps: [faults.missing(at, text, guess)],
  });
  return [
    ...knownMakers
      .filter((maker) => code.startsWith(maker.slice(1)))
      .map((maker) => insert(0, maker[0] as string, 2)),
    ...Array.from(code, (text, at) => insert(at, text, 3)),
    ...Array.from(code, (_, at) => insert(at, '0', 4)),
    ...[...'PMC'].map((letter) => insert(3, letter, 5)),
    ...(code.length === 18 ? [insert(17, 'R', 2), insert(18, code[3] as string, 2)] : []),
  ];
}

/** The substrings of a longer text with the length of a code; a short one must end in its mark. */
function substrings(code: string): Candidate[] {
  const long = Array.from({ length: Math.max(0, code.length - 23) }, (_, i) => code.slice(i, i + 24));
  const short = Array.from({ length: Math.max(0, code.length - 18) }, (_, i) => code.slice(i, i + 19));
  return [...long, ...short.filter((each) => /R[PMC]$/.test(each))].map((each) => ({
    code: each,
    steps: [{ ...faults.among, guess: 3 }],
  }));
}

/** Candidate codes for a misread text; not validated here. */
export function candidatesOf(code: string): Candidate[] {
  if (!/^[0-9A-Z]{17,120}$/.test(code)) return [];
  if (formOf(code)) {
    const fitting = [{ code, steps: [] }, ...confused(code)];
    const renamed = fitting.flatMap((each) =>
      makerConfused(each.code).map((next) => ({ code: next.code, steps: [...each.steps, ...next.steps] })),
    );
    return [...fitting.slice(1), ...renamed, ...swapped(code)];
  }
  const mark: Candidate[] =
    code.length === 17 ? [{ code: `${code}R${code[3]}`, steps: [faults.missing(17, `R${code[3]}`, 3)] }] : [];
  return [
    ...mark,
    ...(code.length === 18 || code.length === 23 ? longer(code) : []),
    ...(code.length === 20 || code.length === 25 ? shorter(code) : []),
    ...(code.length > 19 ? substrings(code) : []),
  ];
}
