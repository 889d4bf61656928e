import type { Words } from '../words.ts';

/** One correction from the read text to a code. */
export interface Step {
  fault:
    | 'plain'
    | 'prefix'
    | 'control'
    | 'separators'
    | 'order'
    | 'doubled'
    | 'among'
    | 'confused'
    | 'extra'
    | 'missing';
  words: Words;
  /** Degree of guessing: 0 changes nothing intended, 5 is one possibility among others. */
  guess: number;
}

const step = (fault: Step['fault'], guess: number, en: string, zh: string): Step => ({
  fault,
  guess,
  words: { en, zh },
});

/** The faults of scanners and of copying, with the text that explains each correction. */
export const faults = {
  plain: step('plain', 0, 'written in plain capital letters without spaces', '改为半角大写并去除空格'),
  prefix: (text: string) =>
    step('prefix', 0, `without the scanner’s prefix ${text}`, `去除扫码枪前缀 ${text}`),
  control: step('control', 0, 'without control characters (GS)', '去除控制字符（GS 等）'),
  separators: (text: string) => step('separators', 1, `without ${text}`, `去除 ${text}`),
  order: step('order', 1, 'the two lines put in their order', '调换两行的先后顺序'),
  doubled: step('doubled', 0, 'scanned more than once, taken once', '重复扫描，只取一次'),
  among: step('among', 1, 'taken out of a longer text', '从较长的文本中取出'),
  confused: (changes: readonly { at: number; from: string; to: string }[]) =>
    step(
      'confused',
      1 + changes.length,
      changes.map(({ at, from, to }) => `${to} for ${from} at place ${at + 1}`).join(', '),
      changes.map(({ at, from, to }) => `第 ${at + 1} 位 ${from} 改为 ${to}`).join('，'),
    ),
  extra: (at: number, text: string, guess: number) =>
    step('extra', guess, `one ${text} too many, at place ${at + 1}`, `第 ${at + 1} 位多出 ${text}`),
  missing: (at: number, text: string, guess: number) =>
    step('missing', guess, `${text} was missing at place ${at + 1}`, `第 ${at + 1} 位缺少 ${text}`),
};

/** A candidate code, with the corrections that led to it. */
export interface Candidate {
  code: string;
  steps: readonly Step[];
}
