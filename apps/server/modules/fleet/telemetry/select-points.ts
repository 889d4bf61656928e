import { type PointDefinition, parseWireKey } from '@voltloop/protocol';
import type { Dictionary } from '@voltloop/protocol/dictionary.ts';
import { canonicalKey } from '@voltloop/protocol/he-bat/index.ts';
import type { Caller } from '../../../platform/ctx.ts';
import { fieldError, notFound } from '../../../platform/errors.ts';
import type { Things } from '../things/index.ts';

/** Points of a query: whole points with all their parts, and single parts. */
export interface Selection {
  /** Ids of all these points. */
  points: number[];
  /** Ids of points with every part requested. */
  whole: number[];
  /** `point * 65536 + part` of individually requested parts. */
  parts: number[];
}

/** The dictionary of a model of the caller's tenant, named in a path. @throws notFound */
export async function modelOf(
  things: Pick<Things, 'dictionary'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  infoModelId: string,
): Promise<Dictionary> {
  const dictionary = await things.dictionary(tenantId, infoModelId);
  if (!dictionary) throw notFound();
  return dictionary;
}

/**
 * Parses the keys of a query (`M_SOC`, `P_SOC@2`, an alias of the specification) and its category (`M`, `P` or `E`).
 * Without keys every point of the category is selected, without either every point.
 * @throws validation beside `field` for a key that the model does not have
 */
export function selectPoints(
  dictionary: Dictionary,
  requested: { keys: readonly string[] | undefined; category: string | undefined },
  field: string,
): Selection {
  const { keys, category } = requested;
  if (category !== undefined && !['M', 'P', 'E'].includes(category)) {
    throw fieldError('query.category_id', 'validation.category', 'category_id is M, P or E');
  }
  const within = (p: PointDefinition) => category === undefined || p.prefix === category;
  if (!keys || keys.length === 0) {
    const points = dictionary.model.points.filter(within).map((p) => p.id);
    return { points, whole: points, parts: [] };
  }
  const selection: Selection = { points: [], whole: [], parts: [] };
  for (const text of keys) {
    const { point, part } = readKey(dictionary, text, field);
    if (!within(point)) continue;
    selection.points.push(point.id);
    if (part === 0) selection.whole.push(point.id);
    else selection.parts.push(point.id * 65536 + part);
  }
  return selection;
}

/**
 * A selection for a thing of another model than the named one, for which the keys were checked: devices of several models
 * share the points with a role. Keys that its model does not have select nothing.
 */
export function selectShared(
  dictionary: Dictionary,
  requested: { keys: readonly string[] | undefined; category: string | undefined },
): Selection {
  const { keys, category } = requested;
  if (!keys || keys.length === 0) return selectPoints(dictionary, requested, '');
  const own = keys.filter((text) => isKey(dictionary, text));
  return own.length === 0
    ? { points: [], whole: [], parts: [] }
    : selectPoints(dictionary, { keys: own, category }, '');
}

function isKey(dictionary: Dictionary, text: string): boolean {
  const parsed = parseWireKey(canonicalKey(text));
  const point = parsed && dictionary.byKey.get(parsed.key);
  return point !== undefined && point !== null && (parsed?.part === 0 || point.part !== 'system');
}

/** One key. @throws validation beside `field` */
export function readKey(
  dictionary: Dictionary,
  text: string,
  field: string,
): { point: PointDefinition; part: number } {
  const parsed = parseWireKey(canonicalKey(text));
  const point = parsed ? dictionary.byKey.get(parsed.key) : undefined;
  if (!parsed || !point || (parsed.part !== 0 && point.part === 'system')) {
    throw fieldError(field, 'validation.unknownPoint', `${text.slice(0, 60)} is not a point of this model`);
  }
  return { point, part: parsed.part };
}

/**
 * System-level points by their keys, without duplicates: those with a roll-up.
 * @throws validation beside `field` for an unknown key or one of a pack
 */
export function systemPoints(
  dictionary: Dictionary,
  keys: readonly string[],
  field: string,
): PointDefinition[] {
  const points = new Map<number, PointDefinition>();
  for (const text of keys) {
    const { point } = readKey(dictionary, text, field);
    if (point.part !== 'system') {
      throw fieldError(
        field,
        'validation.systemPoint',
        `${point.key} is a point of packs, not of the system`,
      );
    }
    points.set(point.id, point);
  }
  return [...points.values()];
}
