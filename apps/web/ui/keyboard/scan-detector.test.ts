import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyText } from './key-text.ts';
import { type Burst, detect, scanRules, settled } from './scan-detector.ts';

const code = '04QCB76836300JBC40000903';
type Press = [key: string | null, after_ms: number];
const typed = (text: string, each_ms: number): Press[] => [...text].map((key) => [key, each_ms]);
const scanned = (text: string, each_ms = 8): Press[] => [...typed(text, each_ms), ['Enter', each_ms]];

/** Feeds timed keys and waits at the end; returns the scans, and how many keys the page did not receive. */
function feed(presses: Press[], inText = false, rules = scanRules) {
  const scans: string[] = [];
  let burst: Burst | null = null;
  let [at_ms, swallowed] = [1000, 0];
  for (const [key, after_ms] of presses) {
    at_ms += after_ms;
    const detected = detect(burst, { key, at_ms, inText }, rules);
    burst = detected.burst;
    if (detected.swallow) swallowed += 1;
    if (detected.scan !== undefined) scans.push(detected.scan);
  }
  const last = settled(burst, at_ms + scanRules.settle_ms, rules);
  return { scans: last === null ? scans : [...scans, last], swallowed };
}

describe('a scanner that types', () => {
  it('is recognised outside of fields, and its Enter presses no button', () => {
    const { scans, swallowed } = feed(scanned(code));
    expect(scans).toEqual([code]);
    expect(swallowed).toBe(code.length - 2 + 1);
  });
  it('is recognised in a field when it sends nearly a whole code; the field still receives the characters', () => {
    expect(feed(scanned(code), true)).toEqual({ scans: [code], swallowed: 1 });
    expect(feed(scanned('12345678'), true)).toEqual({ scans: [], swallowed: 0 });
  });
  it('does not intercept input meant for a field: a VIN, a card’s number', () => {
    const rules = { ...scanRules, acceptsInText: (text: string) => text.startsWith(code) };
    expect(feed(scanned(code), true, rules)).toEqual({ scans: [code], swallowed: 1 });
    expect(feed(scanned('LSVAA0004G2000001'), true, rules)).toEqual({ scans: [], swallowed: 0 });
    expect(feed(scanned('89860070310112094320'), true, rules)).toEqual({ scans: [], swallowed: 0 });
  });
  it('may press Shift between its characters', () => {
    const keys = [...code].flatMap<Press>((key) => [
      [null, 2],
      [key, 2],
    ]);
    expect(feed([...keys, ['Enter', 3]]).scans).toEqual([code]);
  });
  it('may end with Tab', () => expect(feed([...typed(code, 5), ['Tab', 5]]).scans).toEqual([code]));
  it('may send a label of two lines', () => {
    const lines = [...scanned('04QCB76836300'), ...scanned('JBC40000903', 20)];
    expect(feed(lines).scans).toEqual(['04QCB76836300\nJBC40000903']);
  });
  it('may send one label after the other', () => {
    const second = '001PB03G3C0221953RP';
    const [first, ...rest] = scanned(second);
    const pause: Press = [first?.[0] ?? null, 900];
    expect(feed([...scanned(code), pause, ...rest]).scans).toEqual([code, second]);
  });
});

describe('typing by hand', () => {
  it('is not recognised as a scan, however fast', () => {
    for (const each_ms of [60, 90, 150, 400]) {
      expect(feed(scanned(code, each_ms))).toEqual({ scans: [], swallowed: 0 });
      expect(feed(scanned(code, each_ms), true)).toEqual({ scans: [], swallowed: 0 });
    }
  });
  it('may include key repeat, key rollover and Enter', () => {
    expect(
      feed([
        ['a', 300],
        ['b', 20],
        ['Enter', 30],
      ]).scans,
    ).toEqual([]);
    expect(
      feed([
        ['Enter', 300],
        ['Enter', 40],
      ]).swallowed,
    ).toBe(0);
  });
  it('does not end a scan without Enter', () => expect(feed(typed(code, 5)).scans).toEqual([]));
  it('does not affect a following scan', () => {
    expect(feed([['x', 10], ['0', 300] as Press, ...scanned(code.slice(1))]).scans).toEqual([code]);
  });
});

it('recognises every fast text of letters and digits, and no slow one', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZ'), minLength: 6, maxLength: 60 });
  fc.assert(
    fc.property(
      text,
      fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 62, maxLength: 62 }),
      (sent, gaps) => {
        const keys = [...sent, 'Enter'].map<Press>((key, i) => [key, gaps[i] as number]);
        expect(feed(keys).scans).toEqual([sent]);
      },
    ),
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 51, max: 500 }), (sent, each_ms) => {
      expect(feed(scanned(sent, each_ms)).scans).toEqual([]);
    }),
  );
});

describe('the character of a key', () => {
  const plain = { code: '', ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };
  it.each([
    ['a letter', { ...plain, key: 'A' }, 'A'],
    ['Enter', { ...plain, key: 'Enter' }, 'Enter'],
    ['Shift', { ...plain, key: 'Shift' }, null],
    ['a command', { ...plain, key: 'k', ctrlKey: true }, null],
    ['GS', { ...plain, key: ']', code: 'BracketRight', ctrlKey: true }, '\u001d'],
    ['a letter under an input method', { ...plain, key: 'Process', code: 'KeyQ', shiftKey: true }, 'Q'],
    ['a digit under an input method', { ...plain, key: 'Process', code: 'Digit4' }, '4'],
    ['Enter under an input method', { ...plain, key: 'Process', code: 'Enter' }, 'Enter'],
    ['another key under an input method', { ...plain, key: 'Process', code: 'F5' }, null],
  ])('%s', (_name, event, text) => expect(keyText(event)).toBe(text));
});
