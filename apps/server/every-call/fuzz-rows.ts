import { callsOf, documentCalls, type Resource, settable } from '@voltloop/resource-kit';
import { resources } from '@voltloop/resources';
import { documentKinds } from '@voltloop/resources/documents.ts';
import type { Dice } from '../demo/seed/business/dice.ts';
import { type AnyStep, planOf, type Step } from '../demo/seed/business/plan.ts';
import { type DemoRow, isRef, type Ref, sizes } from '../demo/seed/business/rows.ts';
import { valuesOf } from '../demo/seed/business/values-of.ts';
import type { Answer, Sent } from './whole-server.ts';

/** Rows remembered for each resource: enough for variety, few enough to be used again. */
const MAX_KEPT = 60;
/** Rows of each resource that are inserted before the run. */
const AT_FIRST = 2;

interface Row {
  id: string;
  version: number;
  [field: string]: unknown;
}

/** Valid requests of the back office's resources: demo rows to insert, and inserted ones to refer to. */
export class FuzzRows {
  readonly #next = new Map<string, DemoRow[]>();
  readonly #byKey = new Map<string, Map<string, DemoRow>>();
  readonly #ids = new Map<string, Map<string, string>>();
  readonly #kept = new Map<string, Row[]>();
  readonly #resources = new Map<string, [resource: Resource, verb: string]>();

  constructor() {
    for (const resource of resources) {
      this.#kept.set(resource.name, []);
      this.#ids.set(resource.name, new Map());
      for (const [verb, { name }] of Object.entries(callsOf(resource)))
        this.#resources.set(name, [resource, verb]);
    }
    for (const kind of documentKinds)
      for (const [verb, { name }] of Object.entries(documentCalls(kind)))
        this.#resources.set(name, [kind.resource, verb]);
    const plan = planOf({ ...sizes.small, battery: 400, echelon: 20 }, new Date('2026-01-01T00:00:00Z'));
    for (const { resource, rows } of [...plan].map(rowsOf)) {
      const byKey = this.#byKey.get(resource) ?? new Map();
      for (const row of rows) byKey.set(row.key, row);
      this.#byKey.set(resource, byKey);
      this.#next.set(resource, [...(this.#next.get(resource) ?? []), ...rows]);
    }
  }

  /** Inserts the first rows, each after those it refers to. */
  async begin(insert: (path: string, body: unknown) => Promise<Answer>): Promise<void> {
    const make = async (name: string, row: DemoRow): Promise<void> => {
      const resource = resources.find((each) => each.name === name);
      if (!resource || this.#ids.get(name)?.has(row.key)) return;
      for (const { to, key } of refsIn(row.values)) {
        const other = this.#byKey.get(to)?.get(key);
        if (other) await make(to, other);
      }
      const answer = await insert(callsOf(resource).insert.path, entered(resource, valuesOf(row, this.#ids)));
      if (answer.status !== 200) return;
      const made = answer.json?.data as Row;
      this.#keep(name, made);
      this.#ids.get(name)?.set(row.key, made.id);
    };
    for (const [name, rows] of this.#next) for (const row of rows.splice(0, AT_FIRST)) await make(name, row);
  }

  /** A request of this call that the server should fulfil; null for calls outside resources and documents. */
  request(call: string, dice: Dice): Sent | null {
    const [resource, verb] = this.#resources.get(call) ?? [];
    if (!resource || !verb) return null;
    const rows = this.#kept.get(resource.name) ?? [];
    const row = rows.length > 0 ? dice.pick(rows) : undefined;
    const id = row?.id ?? '018f0000-0000-7000-8000-000000000001';
    switch (verb) {
      case 'findPage':
        return { query: { size: '5', sort: sortable(resource, dice), order: dice.pick(['asc', 'desc']) } };
      case 'findById':
        return { query: { [resource.idQuery ?? 'id']: id } };
      case 'history':
        return { query: { id } };
      case 'lookup':
        return {
          query: dice.chance(0.5)
            ? { ids: id }
            : { search: String(row?.[resource.title] ?? 'a').slice(0, 9) },
        };
      case 'exportExcel':
        return { query: { format: dice.pick(['csv', 'xlsx']), ids: id } };
      case 'insert': {
        const next = this.#next.get(resource.name)?.shift();
        return { body: entered(resource, next ? valuesOf(next, this.#ids) : (row ?? {})) };
      }
      case 'update': {
        const [name = resource.title] = dice.pick(settable(resource, 'update'));
        return { body: row ? { id, version: row.version, [name]: row[name] } : { id } };
      }
      case 'step':
        return { body: { id, step: dice.pick(Object.keys(resource.life?.steps ?? { none: 1 })) } };
      case 'course':
      case 'lines':
      case 'linesTemplate':
        return { query: { id } };
      case 'check':
      case 'saveLines':
        return { body: { id } };
      case 'importLines':
        return { query: { id }, form: new FormData() };
      default:
        return { body: { ids: [id] } };
    }
  }

  /** Known rows, by resource. */
  get known(): ReadonlyMap<string, readonly Row[]> {
    return this.#kept;
  }

  remember(call: string, { status, json }: Answer): void {
    const [resource, verb] = this.#resources.get(call) ?? [];
    if (!resource || status !== 200) return;
    const data = json?.data as { list?: Row[] } & Row;
    if (verb === 'findPage' && data.list) for (const row of data.list) this.#keep(resource.name, row);
    if (verb === 'insert' || verb === 'update' || verb === 'findById') this.#keep(resource.name, data);
  }

  #keep(name: string, row: Row): void {
    const rows = this.#kept.get(name);
    if (!rows || typeof row?.id !== 'string') return;
    const at = rows.findIndex(({ id }) => id === row.id);
    if (at >= 0) rows[at] = row;
    else rows.push(row);
    if (rows.length > MAX_KEPT) rows.shift();
  }
}

/** The rows of a step; for documents their headers. Invoices are created from deliveries, which do not exist here. */
function rowsOf(step: AnyStep): Pick<Step, 'resource' | 'rows'> {
  if ('resource' in step) return step;
  if (!('documents' in step)) return { resource: 'invoice', rows: [] };
  const day = step.at.toISOString().slice(0, 10);
  const rows = step.documents.map(({ key, header }) => ({ key, values: { ...header, day } }));
  return { resource: step.documents[0]?.kind ?? 'receipt', rows };
}

/** The values that a call may set: rows of the demo and of replies also have those of the server. */
const entered = (resource: Resource, values: object) => {
  const fields = new Set(settable(resource, 'insert').map(([name]) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)));
};

const sortable = (resource: Resource, dice: Dice): string => {
  const fields = resource.list.columns.filter((name) => {
    const kind = resource.fields[name]?.kind;
    return kind !== undefined && kind !== 'lines' && kind !== 'files';
  });
  return dice.pick([...fields, 'createTime']);
};

function refsIn(value: unknown): Ref[] {
  if (isRef(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(refsIn) : [];
}
