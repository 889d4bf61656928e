import { type FaultDefinition, HE_BAT, MAX_PACKS } from '@voltloop/protocol';

/** What an event is, apart from its thing and its times. */
export interface EventKind {
  /** A code of the dictionary, with the pack where it is a pack's: `M_PROT1.3`, `P_PROT.3@2`. */
  code: string;
  level: number;
  source: string;
  name_en: string;
  name_zh: string;
}

/** No news of a thing for so long: it gets the notice {@link offline}. */
export const SILENCE_MS = 5 * 60_000;

export const offline: EventKind = {
  code: 'OFFLINE',
  level: 1,
  source: 'platform',
  name_en: 'No data',
  name_zh: '通信中断',
};

const faultsByPoint = Map.groupBy(HE_BAT.faults, (f) => f.point);
const faultsByCode = new Map(HE_BAT.faults.map((f) => [f.code, f]));
const systemPoints = [...faultsByPoint.keys()].filter((p) => !p.startsWith('P_'));
const packPoints = [...faultsByPoint.keys()].filter((p) => p.startsWith('P_'));

const MAX_BITS = 2 ** 32;

/** A bit field as a frame carries it. `pack` is 0 for the system. */
export interface BitField {
  point: string;
  pack: number;
  bits: number;
}

/** The fault fields of a committed frame. What is no whole number from 0 to 2^32 - 1 says nothing. */
export function bitFields(frame: {
  data: Readonly<Record<string, number>>;
  packs: readonly unknown[];
}): BitField[] {
  const fields: BitField[] = [];
  const add = (point: string, pack: number, bits: unknown) => {
    if (typeof bits === 'number' && Number.isInteger(bits) && bits >= 0 && bits < MAX_BITS) {
      fields.push({ point, pack, bits });
    }
  };
  for (const point of systemPoints) add(point, 0, frame.data[point]);
  for (const values of frame.packs) {
    if (typeof values !== 'object' || values === null) continue;
    const pack = values as Record<string, unknown>;
    const no = pack.P_no;
    if (typeof no !== 'number' || !Number.isInteger(no) || no < 1 || no > MAX_PACKS) continue;
    for (const point of packPoints) add(point, no, pack[point]);
  }
  return fields;
}

/** What a bit field says of each of its faults. */
export function readFaults({ point, pack, bits }: BitField): { kind: EventKind; isSet: boolean }[] {
  return (faultsByPoint.get(point) ?? []).map((fault) => ({
    kind: kindOf(fault, pack),
    isSet: ((bits >>> fault.bit) & 1) === 1,
  }));
}

function kindOf(fault: FaultDefinition, pack: number): EventKind {
  return {
    code: pack === 0 ? fault.code : `${fault.code}@${pack}`,
    level: fault.level,
    source: fault.source,
    name_en: pack === 0 ? fault.label.en : `${fault.label.en} (pack ${pack})`,
    name_zh: pack === 0 ? fault.label.zh : `${fault.label.zh}（${pack}号包）`,
  };
}

/**
 * The kind of an event that a device named itself. A code of the dictionary has the dictionary's names and source,
 * so that it is the same event as that of its fault bit; any other is shown by its code.
 */
export function kindOfCode(code: string, level: number, source: string): EventKind {
  const [base = code, pack] = code.split('@');
  const fault = faultsByCode.get(base);
  if (!fault) return { code, level, source, name_en: code, name_zh: code };
  return { ...kindOf(fault, pack === undefined ? 0 : Number(pack) || 0), code, level };
}

/** Which fields of a thing arrive together and are put in order by time together: M, E, and each pack. */
export const streamOf = ({ point, pack }: Pick<BitField, 'point' | 'pack'>): string =>
  pack === 0 ? point.charAt(0) : `P${pack}`;
