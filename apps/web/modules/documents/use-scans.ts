import { blockOf, codesWithin, normalise } from '@voltloop/domain/battery-code/index.ts';
import { useFieldWords } from '@voltloop/ui/form/field-words.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beep } from './beep.ts';
import type { Pasted } from './parse-pasted.ts';
import type { Line } from './queries.ts';
import type { Verdicts, VerdictTone } from './verdicts.ts';

/** What became of the last scan. */
type Last =
  | { code: string; was: 'added'; clientKey: string }
  | { code: string; was: 'twice' | 'wrong' }
  | { at: string }
  | { count: number; twice: number };

/** Locations that may be scanned before what lies there; none where that is not asked for. */
interface Locations {
  all: readonly string[];
  here: string | null;
  onHere: (location: string | null) => void;
}

export interface Scans {
  /** A code that may become a line; null after saying why there is none: a location, a known or an invalid code. */
  read: (given: string) => string | null;
  /** Adds a line for a code that was read. */
  add: (line: Pasted) => void;
  /** Takes one code. @returns whether the field is free for the next: what was refused stays to be read and corrected */
  one: (given: string) => boolean;
  many: (pasted: readonly Pasted[]) => void;
  locations: Locations;
  /** Takes the line of the last scan back; null where it added none. */
  undo: (() => void) | null;
  /** `words` say it with the code, `why` beside it. */
  last: { code: string; tone: VerdictTone | 'waiting'; words: string; why: string } | null;
}

/** Codes as they are scanned: each becomes a line unless it is listed already or is no code, and is then checked. */
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
  const isKnown = (code: string) => lines.some((line) => line.code === code);

  const verdict = last && 'clientKey' in last ? verdicts.get(last.clientKey) : undefined;
  const tone = verdict?.tone;
  useEffect(() => {
    if (tone) beep(tone);
  }, [tone]);

  const judge = (given: string): { code: string | null; free: boolean } => {
    const at = locations.all.find((each) => each === given.trim().toUpperCase());
    if (at) {
      locations.onHere(at);
      beep('good');
      setLast({ at });
      return { code: null, free: true };
    }
    const code = codesWithin(given)[0] ?? normalise(given);
    if (!code) return { code: null, free: false };
    const was = isKnown(code) ? 'twice' : blockOf(code) === null ? 'added' : 'wrong';
    if (was === 'added') return { code, free: true };
    beep('refused');
    setLast({ code, was });
    return { code: null, free: was === 'twice' };
  };
  const add = (pasted: Pasted) => {
    const [line] = onAdd([pasted]);
    setLast({ code: pasted.code, was: 'added', clientKey: line?.clientKey ?? '' });
  };
  const one = (given: string) => {
    const { code, free } = judge(given);
    if (code !== null) add({ code });
    return free;
  };
  const many = (pasted: readonly Pasted[]) => {
    const fresh = pasted.filter(
      ({ code }, n) => !isKnown(code) && pasted.findIndex((each) => each.code === code) === n,
    );
    setLast({ count: fresh.length, twice: pasted.length - fresh.length });
    if (fresh.length > 0) onAdd(fresh);
  };

  const said = (): Scans['last'] => {
    if (!last) return null;
    if ('at' in last) {
      const said = t('scan.at', { location: last.at });
      return { code: '', tone: 'good', words: said, why: said };
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
  return { read: (given) => judge(given).code, add, one, many, locations, undo, last: said() };
}
