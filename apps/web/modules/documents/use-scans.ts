import { blockOf, codesWithin, normalise } from '@voltloop/domain/battery-code/index.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldWords } from '../../ui/form/use-field-words.ts';
import { beep } from './beep.ts';
import { type Pasted, scansIn } from './parse-pasted.ts';
import type { Line } from './queries.ts';
import type { Verdicts, VerdictTone } from './verdicts.ts';

/** The result of the last scan. */
type Last =
  | { code: string; was: 'added'; clientKey: string }
  | { code: string; was: 'twice' | 'wrong' }
  | { at: string }
  | { count: number; twice: number };

/** Locations that may be scanned before their goods; empty where that does not apply. */
interface Locations {
  all: readonly string[];
  here: string | null;
  onHere: (location: string | null) => void;
}

export interface Scans {
  /** Returns a valid new code; null after reporting a location, a duplicate or an invalid code. */
  read: (text: string) => string | null;
  /** Adds a line for a code that was read. */
  add: (line: Pasted) => void;
  /** Handles one code. @returns whether the field may be cleared: a refused code stays for correction */
  one: (text: string) => boolean;
  many: (pasted: readonly Pasted[]) => void;
  /** The input for codes, if it is shown. */
  input: RefObject<HTMLInputElement | null>;
  locations: Locations;
  /** Undoes the last scan; null if it added no line. */
  undo: (() => void) | null;
  /** `words` includes the code, `why` is shown beside it. */
  last: { code: string; tone: VerdictTone | 'waiting'; words: string; why: string } | null;
}

/** Scanned codes: each becomes a line unless it is a duplicate or invalid, and is then checked. */
export function useScans({
  lines,
  verdicts,
  onAdd,
  onRemove,
  locations,
}: {
  lines: readonly Line[];
  verdicts: Verdicts;
  onAdd: (pasted: readonly Pasted[]) => readonly Line[];
  onRemove: (keys: readonly string[]) => void;
  locations: Locations;
}): Scans {
  const { t } = useTranslation('documents');
  const words = useFieldWords();
  const [last, setLast] = useState<Last | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isListed = (code: string) => lines.some((line) => line.code === code);

  const verdict = last && 'clientKey' in last ? verdicts.get(last.clientKey) : undefined;
  const tone = verdict?.tone;
  useEffect(() => {
    if (tone) beep(tone);
  }, [tone]);

  const parseOne = (text: string): { code: string | null; free: boolean } => {
    const at = locations.all.find((each) => each === text.trim().toUpperCase());
    if (at) {
      locations.onHere(at);
      beep('good');
      setLast({ at });
      return { code: null, free: true };
    }
    const code = codesWithin(text)[0] ?? normalise(text);
    if (!code) return { code: null, free: false };
    const was = isListed(code) ? 'twice' : blockOf(code) === null ? 'added' : 'wrong';
    if (was === 'added') return { code, free: true };
    beep('refused');
    setLast({ code, was });
    return { code: null, free: was === 'twice' };
  };
  const add = (pasted: Pasted) => {
    const [line] = onAdd([pasted]);
    setLast({ code: pasted.code, was: 'added', clientKey: line?.clientKey ?? '' });
  };
  /** Of several scans in one burst all but the last are added. */
  const parse = (text: string) => {
    const scans = scansIn(text);
    for (const each of scans.slice(0, -1)) {
      const { code } = parseOne(each);
      if (code !== null) add({ code });
    }
    return parseOne(scans.at(-1) ?? text);
  };
  const one = (text: string) => {
    const { code, free } = parse(text);
    if (code !== null) add({ code });
    return free;
  };
  const many = (pasted: readonly Pasted[]) => {
    const fresh = pasted.filter(
      ({ code }, n) => !isListed(code) && pasted.findIndex((each) => each.code === code) === n,
    );
    setLast({ count: fresh.length, twice: pasted.length - fresh.length });
    if (fresh.length > 0) onAdd(fresh);
  };

  const describeLast = (): Scans['last'] => {
    if (!last) return null;
    if ('at' in last) {
      const text = t('scan.at', { location: last.at });
      return { code: '', tone: 'good', words: text, why: text };
    }
    if ('count' in last) {
      const pasted = t('scan.pasted', { count: last.count, twice: last.twice });
      return { code: '', tone: last.count > 0 ? 'good' : 'refused', words: pasted, why: pasted };
    }
    const { code, was } = last;
    if (was !== 'added')
      return { code, tone: 'refused', words: t(`scan.${was}`, { code }), why: t(`desk.${was}`) };
    if (!verdict) return { code, tone: 'waiting', words: t('scan.added', { code }), why: t('desk.waiting') };
    const reason = verdict.message ? (words({ message: verdict.message }) ?? verdict.message) : '';
    return {
      code,
      tone: verdict.tone,
      words: t(`scan.${verdict.tone}`, { code, why: reason }),
      why: [t(`desk.${verdict.tone}`), reason].filter(Boolean).join(' · '),
    };
  };
  const added = last && 'clientKey' in last ? last.clientKey : null;
  const undo =
    added !== null && lines.some(({ clientKey }) => clientKey === added)
      ? () => {
          onRemove([added]);
          setLast(null);
        }
      : null;
  return { read: (text) => parse(text).code, add, one, many, input, locations, undo, last: describeLast() };
}
