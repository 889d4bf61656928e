import { HE_BAT } from '@voltloop/protocol/he-bat/index.ts';
import type { InfoModel, PointDefinition } from '@voltloop/protocol/info-model.ts';
import { storedKey } from './frame.ts';
import type { DeviceModel, ModelPoint } from './model.ts';
import { isRole, keyOf, type Role } from './roles.ts';

/** The id in ClickHouse of a point without a role, and what it stands for. */
export interface PointId {
  id: number;
  key: string;
  meaning: string;
}

/** What an id of a point stands for: with another unit, kind or part, a point needs another id. */
export const meaningOf = ({ unit, kind, part }: Pick<ModelPoint, 'unit' | 'kind' | 'part'>): string =>
  `${kind} ${part} ${unit}`;

const core = new Map<string, PointDefinition>(HE_BAT.points.map((point) => [point.key, point]));

/** Roles that messages or rules of a model give values to. */
export function rolesOf({ mapping }: DeviceModel): Role[] {
  const given = [
    ...mapping.messages.flatMap(({ fields }) => fields.map(({ to }) => to)),
    ...mapping.derive.map(({ to }) => to),
  ];
  return [...new Set(given.filter(isRole))];
}

/**
 * The information model of a document: the core points of its roles, and its own points that have an id.
 * @param ids of the model's points without a role
 */
export function toInfoModel(document: DeviceModel, version: number, ids: readonly PointId[]): InfoModel {
  const idOf = new Map(ids.map(({ id, key, meaning }) => [`${key} ${meaning}`, id]));
  const shared = rolesOf(document).flatMap((role) => {
    const point = core.get(keyOf(role));
    const range = document.ranges[role];
    if (!point) return [];
    return [range ? { ...point, min: range[0], max: range[1] } : point];
  });
  const own = document.points.flatMap((point): PointDefinition[] => {
    const id = idOf.get(`${point.key} ${meaningOf(point)}`);
    if (id === undefined) return [];
    const { key, label, unit, kind, part, step, min, max, values } = point;
    const prefix = part === 'system' ? 'E' : 'P';
    const group = part === 'system' ? 'other' : part === 'pack' ? 'pack' : 'cells';
    return [
      { id, key, prefix, group, label, unit, step, min, max, kind, part, ...(values ? { values } : {}) },
    ];
  });
  return {
    id: document.id,
    version,
    label: document.name,
    points: [...shared, ...own],
    settings: [],
    faults: [],
    offlineAfter_s: document.silence_s,
  };
}

/** The unit in which the values of a point are stored; undefined for an unknown point. */
export function unitOf(document: DeviceModel, to: string): string | undefined {
  return core.get(storedKey(to))?.unit ?? document.points.find(({ key }) => key === to)?.unit;
}
