import type { Button } from './buttons.ts';
import { type Field, text, time, type Words } from './fields.ts';
import type { Home } from './home.ts';
import type { Cause } from './why.ts';

/** Comparison of a filter. */
export type FilterOp = 'contains' | 'equals' | 'from' | 'to' | 'under';

/** A step of a life cycle: a button, and its change of state. */
export interface Step {
  label: Words;
  from: readonly (string | number)[];
  to: string | number;
  /** The console asks for confirmation. */
  confirm?: true;
  /** The main next step of the row: the one highlighted button in its `from` states. */
  leads?: true;
  /** Fields that are entered only with this step, such as the number of an issued invoice. */
  input?: Readonly<Record<string, 'required' | 'optional'>>;
  /** A reason is required. */
  reason?: true;
  /** The reason must be one of these causes, with an explanation if it is "other" (why.ts). */
  causes?: readonly Cause[];
  /** It needs a right of its own: this offset from the menu entry's id, 10 or more. Otherwise the button `step`. */
  right?: number;
  /** It may return warnings, and is taken once the caller confirms them (decision 37). */
  warns?: true;
  /** It cannot be undone: its button is separate and red, and the console asks for a reason. */
  danger?: true;
  /** It is offered only while another field has one of these values; a rule must refuse it otherwise. */
  when?: While;
}

/** A field of a row, and the required values. */
export interface While {
  field: string;
  is: readonly (string | number)[];
}

/** Rows of another resource that refer to a row: shown on its page, with a link to their list. */
export interface Related {
  /** Name of the other resource. */
  resource: string;
  /** Its reference to this one. */
  by: string;
  /** Replaces the name of the other resource. */
  title?: Words;
}

/** The declaration of a resource, used by both engines: table, checks, list, form, rights, life cycle. */
export interface Resource {
  /** Also the object type of its audit rows and the key of its rights. */
  name: string;
  one: Words;
  many: Words;
  /** Prefix of its calls: `/client` yields `/client/findPage` and the others. */
  path: string;
  table: string;
  /** Id of its menu entry; its buttons follow it (rights.ts). */
  menu: number;
  /** The field that names a row to a person: in references, titles and confirmations. */
  title: string;
  /** Rows have no title before a step assigns one: a document is numbered when it is submitted. */
  untitled?: true;
  fields: Readonly<Record<string, Field>>;
  list: {
    columns: readonly string[];
    sort: { field: string; desc?: true };
    /** Fields that the search box searches. */
    search: readonly string[];
    /** The field with former values of the searched code: rows are found by them too. */
    former?: string;
    /** Query names of the specification, in addition to the general filter. */
    query?: Readonly<Record<string, { field: string; op: FilterOp }>>;
  };
  /**
   * Its table maintains counts by day and a change counter (`keep_counts` of migration 0050, `keep_changes` of 0052):
   * for lists that grow to a million rows.
   */
  counted?: true;
  /** Sections of the form, in order. */
  form: readonly { title: Words; fields: readonly string[] }[];
  /** Sets of fields that must be unique among undeleted rows, by the unique index that enforces it. */
  unique?: Readonly<Record<string, readonly string[]>>;
  home?: Home;
  /** The states of a field and the steps between them; a transition that is not listed is refused. */
  life?: {
    field: string;
    start: string | number;
    steps: Readonly<Record<string, Step>>;
    /**
     * Refusals of steps can be overridden with a reason by callers with this right, an offset from the menu entry's
     * id.
     */
    override?: number;
    /** States in which a row may be edited and deleted; all by default. */
    editable?: readonly (string | number)[];
    /** Editing and deleting are offered only while another field has one of these values. */
    editableWhen?: While;
  };
  /**
   * The summary on its page, in order: owner and place, then state. Empty fields are left out; the columns of the
   * list by default.
   */
  summary?: readonly string[];
  /** Lists of rows that refer to it, on its page. */
  related?: readonly Related[];
  /** Further rights of its calls: offsets from the menu entry's id, 10 or more, as those of steps. */
  rights?: readonly { right: number; label: Words }[];
  /** Buttons and calls that it does not have: its rows are created or deleted elsewhere. */
  without?: readonly Button[];
  /** How its rows are offered in references. */
  lookup?: {
    /** A field that names a row in references, if it is not empty; else its title does. */
    name?: string;
    /** A field that is shown beside the title. */
    hint?: string;
    /** Rows with other values are not offered; existing references keep their title. */
    offered?: { field: string; is: readonly (string | number)[] };
  };
  /** Query name of findById if it is not `id`. */
  idQuery?: string;
}

interface Declaration extends Omit<Resource, 'list'> {
  /** Newest rows first, unless `sort` says otherwise. */
  list: Omit<Resource['list'], 'sort'> & Partial<Pick<Resource['list'], 'sort'>>;
}

/**
 * Declares a resource, and rejects invalid declarations immediately: a list, form or rule with an unknown field.
 * @throws Error
 */
export function defineResource(declaration: Declaration): Resource {
  const sort = { field: 'createTime', desc: true } as const;
  const { fields, list } = declaration;
  const resource: Resource = { ...declaration, fields: byName(fields), list: { sort, ...list } };
  const declared = new Set([...Object.keys(resource.fields), ...Object.keys(commonFields), 'id', 'version']);
  const named = [
    resource.title,
    ...resource.list.columns,
    resource.list.sort.field,
    ...resource.list.search,
    ...(resource.summary ?? []),
    ...(resource.list.former ? [resource.list.former] : []),
    ...Object.values(resource.list.query ?? {}).map((filter) => filter.field),
    ...resource.form.flatMap((section) => section.fields),
    ...Object.values(resource.unique ?? {}).flat(),
    ...Object.values(resource.fields).flatMap((field) => (field.when ? [field.when.field] : [])),
    ...Object.values(resource.fields).flatMap((field) =>
      field.kind === 'decimal' ? (field.calculated?.from ?? []) : [],
    ),
    ...(resource.life ? [resource.life.field] : []),
    ...(resource.home?.warnings ?? []).flatMap((warning) => (warning.date ? [warning.date] : [])),
    ...(resource.life?.editableWhen ? [resource.life.editableWhen.field] : []),
    ...Object.values(resource.life?.steps ?? {}).flatMap(({ when }) => (when ? [when.field] : [])),
    ...Object.values(resource.life?.steps ?? {}).flatMap(({ input }) => Object.keys(input ?? {})),
    ...(resource.lookup?.name ? [resource.lookup.name] : []),
    ...(resource.lookup?.hint ? [resource.lookup.hint] : []),
    ...(resource.lookup?.offered ? [resource.lookup.offered.field] : []),
  ];
  const undeclared = named.find((field) => !declared.has(field));
  if (undeclared) throw new Error(`${resource.name} names a field that it does not have: ${undeclared}`);
  // Titles are shown unmasked: in references, on the home, in messages.
  if (resource.fields[resource.title]?.personal)
    throw new Error(`${resource.name} has a personal title: ${resource.title}`);
  return resource;
}

/** A null-prototype object, safe for external names such as `constructor`. */
const byName = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), table);

/** The common fields of every row; set by the server. */
export const commonFields: Readonly<Record<string, Field>> = byName<Field>({
  createTime: time('Created', '创建时间', { server: true }),
  createUser: text('Created by', '创建人', { max: 100, server: true }),
  updateTime: time('Updated', '更新时间', { server: true }),
});

/** A field by its name, common fields included. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return resource.fields[name] ?? commonFields[name];
}

/** Whether its rows have steps; otherwise their state is set by something else. */
export const hasSteps = ({ life }: Pick<Resource, 'life'>): boolean =>
  life !== undefined && Object.keys(life.steps).length > 0;

/** The column of a field: `client_name` for `clientName`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
