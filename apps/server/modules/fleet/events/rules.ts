import { type FaultDefinition, HE_BAT, MAX_PACKS } from '@voltloop/protocol';

/** The kind of an event, without its thing and times. */
export interface EventKind {
  /** A code of the dictionary, with the pack where it is a pack's: `M_PROT1.3`, `P_PROT.3@2`. */
  code: string;
  level: number;
  source: string;
  name_en: string;
  name_zh: string;
}

/** The silence of a thing; telemetry decides when it begins and ends. */
export const offline: EventKind = {
  code: 'OFFLINE',
  level: 1,
  source: 'platform',
  name_en: 'No data',
  name_zh: '通信中断',
};

/** An event that begins again within this time is the same one: a contact that bounces, a value around its limit. */
export const FLAP_MS = 60_000;

/** After this time without another attempt {@link wrongSecret} ends. */
export const QUIET_MS = 15 * 60_000;

/** Connection attempts as a device with wrong secrets; the value of the event counts the attempts. */
export const wrongSecret: EventKind = {
  code: 'WRONG_SECRET',
  level: 2,
  source: 'platform',
  name_en: 'Wrong device secret',
  name_zh: '设备密钥错误',
};

/** Source of the events that threshold rules raise; devices cannot use it. */
export const RULE_SOURCE = 'rule';
/** Source of the events that geofences raise; devices cannot use it either. */
export const FENCE_SOURCE = 'geofence';

const faultsByPoint = Map.groupBy(HE_BAT.faults, (f) => f.point);
const faultsByCode = new Map(HE_BAT.faults.map((f) => [f.code, f]));
const faultPoints = HE_BAT.points.filter(({ key }) => faultsByPoint.has(key));
const systemPoints = faultPoints.filter(({ part }) => part === 'system').map(({ key }) => key);
const packPoints = faultPoints.filter(({ part }) => part === 'pack').map(({ key }) => key);

const MAX_BITS = 2 ** 32;

/** A bit field of a frame. `pack` is 0 for the system. */
export interface BitField {
  point: string;
  pack: number;
  bits: number;
}

/** The fault fields of a committed frame. Anything but an integer from 0 to 2^32 - 1 is ignored. */
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
  for (const { no, values } of packsOf(frame.packs)) {
    for (const point of packPoints) add(point, no, values[point]);
  }
  return fields;
}

/** The numbered packs of a frame, with their values. */
export function packsOf(packs: readonly unknown[]): { no: number; values: Record<string, unknown> }[] {
  return packs.flatMap((pack) => {
    if (typeof pack !== 'object' || pack === null) return [];
    const values = pack as Record<string, unknown>;
    const no = values.P_no;
    if (typeof no !== 'number' || !Number.isInteger(no) || no < 1 || no > MAX_PACKS) return [];
    return [{ no, values }];
  });
}

/** The state of each fault in a bit field. */
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
    ...inPack(fault.label.en, fault.label.zh, pack),
  };
}

/** Names of an event, with the pack if it belongs to one. */
export function inPack(en: string, zh: string, pack: number): { name_en: string; name_zh: string } {
  if (pack === 0) return { name_en: en, name_zh: zh };
  return { name_en: `${en} (pack ${pack})`, name_zh: `${zh}（${pack}号包）` };
}

/**
 * The kind of an event from a device message. A code of the dictionary has the dictionary's names and source, so that it
 * is the same event as that of its fault bit; any other has its code as its name.
 */
export function kindOfCode(code: string, level: number, source: string): EventKind {
  const [base = code, pack] = code.split('@');
  const fault = faultsByCode.get(base);
  if (!fault) return { code, level, source, name_en: code, name_zh: code };
  return { ...kindOf(fault, pack === undefined ? 0 : Number(pack) || 0), code, level };
}

/** The stream of a field: fields of M, E, and each pack arrive and are ordered together. */
export const streamOf = ({ point, pack }: Pick<BitField, 'point' | 'pack'>): string =>
  pack === 0 ? point.charAt(0) : `P${pack}`;
