import { isTimeZone } from '@voltloop/domain/clock/time-zone.ts';
import type { z } from 'zod';
import { type Role, type RoleId, roles } from './roles.ts';
import { type Derived, type Field, modelSchema, type WrittenModel } from './schema.ts';
import type { Problem, Reason } from './texts.ts';
import { compileTopic } from './topics.ts';

export interface Point {
  key: string;
  role?: RoleId;
  label: { en: string; zh: string };
  unit: string;
  kind: Role['kind'];
  part: Role['part'];
  step?: number;
  min?: number;
  max?: number;
  values?: Record<string, { en: string; zh: string }>;
  group?: string;
}

/** A checked model: each point has its key, label, unit, kind and part. */
export interface DeviceModel extends Omit<WrittenModel, 'points'> {
  points: Point[];
}

/** The largest model as a file. */
export const MAX_MODEL_BYTES = 1_000_000;
const MAX_PROBLEMS = 100;
const MAX_DEPTH = 40;

/** Reads a model as it is written in a file. */
export function parseModel(text: string): { model: DeviceModel } | { problems: Problem[] } {
  if (text.length > MAX_MODEL_BYTES) return refused('', 'too_large', String(MAX_MODEL_BYTES / 1000));
  try {
    return checkModel(JSON.parse(text));
  } catch {
    return refused('', 'not_json');
  }
}

/** Checks a model: its form, and what its parts say of each other. */
export function checkModel(document: unknown): { model: DeviceModel } | { problems: Problem[] } {
  if (isDeep(document)) return refused('', 'payload_depth');
  const form = modelSchema.safeParse(document);
  if (!form.success) return { problems: form.error.issues.flatMap(problemsOf).slice(0, MAX_PROBLEMS) };
  const check = new Check(form.data);
  return check.problems.length > 0
    ? { problems: check.problems.slice(0, MAX_PROBLEMS) }
    : { model: { ...form.data, points: check.points } };
}

const refused = (place: string, reason: Reason, about = '') => ({ problems: [{ place, reason, about }] });

function isDeep(document: unknown): boolean {
  let level = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

const placeOf = (path: readonly PropertyKey[]) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const place = placeOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((about) => ({ place, reason: 'unknown_field', about }));
  if (issue.code === 'custom' && (issue.message === 'bad_path' || issue.message === 'bad_topic'))
    return [{ place, reason: issue.message, about: '' }];
  if (issue.code === 'invalid_type')
    return [
      issue.input === undefined && issue.message.endsWith('undefined')
        ? { place, reason: 'missing', about: '' }
        : { place, reason: 'wrong_type', about: issue.expected },
    ];
  if (issue.code === 'too_big') return [{ place, reason: 'at_most', about: String(issue.maximum) }];
  if (issue.code === 'too_small') return [{ place, reason: 'at_least', about: String(issue.minimum) }];
  if (issue.code === 'invalid_value')
    return [{ place, reason: 'one_of', about: issue.values.slice(0, 60).join(', ') }];
  if (issue.code === 'invalid_format' && issue.format === 'regex')
    return [{ place, reason: 'not_like', about: issue.pattern ?? '' }];
  return [{ place, reason: 'wrong_form', about: '' }];
}

/** The checks that concern several fields. */
class Check {
  readonly problems: Problem[] = [];
  readonly points: Point[] = [];
  readonly #byKey = new Map<string, Point>();

  readonly #model: WrittenModel;

  constructor(model: WrittenModel) {
    this.#model = model;
    this.#points();
    this.#unique('attributes', model.attributes ?? [], (each) => each.key);
    this.#unique('settings', model.settings ?? [], (each) => each.key);
    this.#unique('faults', model.faults ?? [], (each) => each.code);
    for (const [n, each] of (model.settings ?? []).entries()) {
      this.#range(`settings[${n}]`, each);
      this.#values(`settings[${n}]`, each.values);
      if (each.read_back !== undefined) this.#known(`settings[${n}].read_back`, each.read_back);
    }
    for (const [n, each] of (model.faults ?? []).entries()) {
      const kind = this.#known(`faults[${n}].point`, each.point)?.kind;
      const fits = kind === 'bits' ? each.bit !== undefined : each.value !== undefined;
      if (kind !== undefined && (!fits || (each.bit === undefined) === (each.value === undefined)))
        this.#add(`faults[${n}]`, 'fault_bit');
    }
    this.#mapping();
    this.#samples();
  }

  #add(place: string, reason: Reason, about = ''): void {
    this.problems.push({ place, reason, about });
  }

  #points(): void {
    const taken = new Set<string>();
    for (const [n, written] of this.#model.points.entries()) {
      const place = `points[${n}]`;
      const { role } = written;
      if (role !== undefined) {
        if (taken.has(role)) this.#add(`${place}.role`, 'role_twice', role);
        taken.add(role);
      }
      const point =
        role === undefined ? this.#ownPoint(place, written) : this.#rolePoint(place, role, written);
      if (!point) continue;
      if (this.#byKey.has(point.key)) this.#add(`${place}.key`, 'key_twice', point.key);
      this.#range(place, point);
      this.#values(place, point.values);
      this.#byKey.set(point.key, point);
      this.points.push(point);
    }
  }

  #rolePoint(place: string, id: RoleId, written: WrittenModel['points'][number]): Point {
    const { keys, label, unit, kind, part } = roles[id];
    const key = written.key ?? keys[0];
    if (!keys.includes(key)) this.#add(`${place}.key`, 'role_key', keys.join(', '));
    for (const [name, value] of Object.entries({ unit, kind, part }) as ['unit' | 'kind' | 'part', string][])
      if (written[name] !== undefined && written[name] !== value)
        this.#add(`${place}.${name}`, 'role_field', value);
    return { ...written, key, label: written.label ?? label, unit, kind, part };
  }

  #ownPoint(place: string, written: WrittenModel['points'][number]): Point | null {
    const { key, label, unit = '', kind = 'gauge', part = 'system', values } = written;
    if (key === undefined) this.#add(`${place}.key`, 'key_missing');
    else if (/^[MPE]_/.test(key)) this.#add(`${place}.key`, 'reserved_key');
    if (label === undefined) this.#add(`${place}.label`, 'label_missing');
    if (kind === 'enum' && values === undefined) this.#add(`${place}.values`, 'values_missing');
    return key === undefined || label === undefined ? null : { ...written, key, label, unit, kind, part };
  }

  #unique<T>(place: string, all: readonly T[], keyOf: (each: T) => string): void {
    const seen = new Set<string>();
    for (const [n, each] of all.entries()) {
      const key = keyOf(each);
      if (seen.has(key)) this.#add(`${place}[${n}]`, 'key_twice', key);
      seen.add(key);
    }
  }

  #range(place: string, { min, max }: { min?: number; max?: number }): void {
    if (min !== undefined && max !== undefined && min >= max) this.#add(`${place}.min`, 'range');
  }

  #values(place: string, values: Point['values'] = {}): void {
    const seen = new Set<string>();
    for (const [value, { en }] of Object.entries(values)) {
      if (seen.has(en)) this.#add(`${place}.values.${value}`, 'values_twice', en);
      seen.add(en);
    }
  }

  #known(place: string, key: string): Point | undefined {
    const point = this.#byKey.get(key);
    if (!point) this.#add(place, 'unknown_point', key);
    return point;
  }

  #mapping(): void {
    const { messages, derive = [] } = this.#model.mapping;
    for (const [n, message] of messages.entries()) {
      const place = `mapping.messages[${n}]`;
      const zone = message.time?.zone;
      if (zone !== undefined && !isTimeZone(zone)) this.#add(`${place}.time.zone`, 'zone', zone);
      const hasRest = compileTopic(message.topic)?.hasRest;
      const hasPaths = message.format === 'json' || message.format === 'kv';
      for (const [i, field] of message.fields.entries())
        this.#field(`${place}.fields[${i}]`, field, hasRest === true, hasPaths);
    }
    const later = new Set(derive.map((each) => each.point));
    for (const [n, rule] of derive.entries()) {
      this.#derived(`mapping.derive[${n}]`, rule, later);
      later.delete(rule.point);
    }
  }

  #field(place: string, field: Field, hasRest: boolean, hasPaths: boolean): void {
    const { at, point, attribute, path, terms, words, cells } = field;
    if ((point === undefined) === (attribute === undefined)) this.#add(place, 'one_target');
    const target = point === undefined ? undefined : this.#known(`${place}.point`, point);
    if (attribute !== undefined && !this.#model.attributes?.some((each) => each.key === attribute))
      this.#add(`${place}.attribute`, 'unknown_attribute', attribute);
    if (at !== undefined && !hasRest) this.#add(`${place}.at`, 'no_rest');
    if ([path, terms, words].filter((each) => each !== undefined).length > 1) this.#add(place, 'one_source');
    if (!hasPaths && (path || terms || words)) this.#add(place, 'needs_json');
    if (cells && (target?.part ?? 'cell') !== 'cell') this.#add(`${place}.cells`, 'cells_part');
  }

  #derived(place: string, rule: Derived, later: ReadonlySet<string>): void {
    const target = this.#known(`${place}.point`, rule.point);
    const sources =
      'sum' in rule
        ? rule.sum.map((each) => each.point)
        : ['integrate' in rule ? rule.integrate : 'unreset' in rule ? rule.unreset : rule.hold];
    if (target && !('sum' in rule) && target.kind !== 'counter')
      this.#add(`${place}.point`, 'derived_counter');
    if (target && target.part !== 'system') this.#add(`${place}.point`, 'derived_system');
    for (const key of sources) {
      if (key === rule.point) this.#add(place, 'derived_from');
      else if (later.has(key)) this.#add(place, 'derived_order', key);
      const source = this.#known(place, key);
      if (source && source.part !== 'system') this.#add(place, 'derived_system');
    }
  }

  #samples(): void {
    for (const [n, { expect = {}, attributes = {} }] of this.#model.samples.entries()) {
      for (const key of Object.keys(expect))
        if (!this.#byKey.has(key.split('@')[0] as string))
          this.#add(`samples[${n}].expect`, 'sample_key', key);
      for (const key of Object.keys(attributes))
        if (!this.#model.attributes?.some((each) => each.key === key))
          this.#add(`samples[${n}].attributes`, 'unknown_attribute', key);
    }
  }
}
