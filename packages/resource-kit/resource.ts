import type { Button } from './buttons.ts';
import { type Field, text, time, type Words } from './fields.ts';
import type { Home } from './home.ts';
import type { Cause } from './why.ts';

/** How a filter compares. */
export type FilterOp = 'contains' | 'equals' | 'from' | 'to' | 'under';

/** A step of a life cycle: a button, and what it does to the state. */
export interface Step {
  label: Words;
  from: readonly (string | number)[];
  to: string | number;
  /** Asked about before it is done. */
  confirm?: true;
  /** The main next step of the row: the one highlighted button in the states it starts from. */
  leads?: true;
  /** Fields that are given with it and nowhere else: the number under which something was issued. */
  input?: Readonly<Record<string, 'required' | 'optional'>>;
  /** It is refused without a reason. */
  reason?: true;
  /** The reason is one of these, with words of its own where it is another one; refused without (why.ts). */
  causes?: readonly Cause[];
  /** Who may take it has a right of its own, so far behind the menu entry; 10 and more. Else it is the button `step`. */
  right?: number;
  /** It may be answered with warnings, and is taken once the caller confirms them (decision 37). */
  warns?: true;
  /** It cannot be undone: its button is separate and red, and the console asks why. */
  danger?: true;
  /** It is offered only while another field holds one of these values; what refuses it otherwise is a rule. */
  when?: While;
}

/** A field of a row, and the values it must hold. */
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
  /** Instead of the name of the other resource. */
  title?: Words;
}

/** Everything the two engines need to know of an entity: table, checks, list, form, rights, life cycle. */
export interface Resource {
  /** Also the object type of its audit rows and the key of its rights. */
  name: string;
  one: Words;
  many: Words;
  /** Where its calls begin: `/client` gives `/client/findPage` and the others. */
  path: string;
  table: string;
  /** Id of its menu entry; its buttons follow it (rights.ts). */
  menu: number;
  /** The field that names a row to a person: in references, titles and questions. */
  title: string;
  /** Rows have no title before a step gives them one: a document is numbered when it is submitted. */
  untitled?: true;
  fields: Readonly<Record<string, Field>>;
  list: {
    columns: readonly string[];
    sort: { field: string; desc?: true };
    /** What the search box looks in. */
    search: readonly string[];
    /** Holds former values of the code that is searched: a row is found by them too. */
    former?: string;
    /** Query names of the specification beside the general filter. */
    query?: Readonly<Record<string, { field: string; op: FilterOp }>>;
  };
  /**
   * Its table keeps counts by day and how often it has changed (`keep_counts` of migration 0050, `keep_changes` of 0052):
   * for lists that grow to a million rows.
   */
  counted?: true;
  /** Sections of the form, in order. */
  form: readonly { title: Words; fields: readonly string[] }[];
  /** Sets of fields that no two living rows share, by the unique index of the database that holds them. */
  unique?: Readonly<Record<string, readonly string[]>>;
  home?: Home;
  /** The states of a field and the steps between them; a missing arrow is a refused step. */
  life?: {
    field: string;
    start: string | number;
    steps: Readonly<Record<string, Step>>;
    /** What refuses a step may be overridden by those who have this right, so far behind the menu entry, and say why. */
    override?: number;
    /** States in which a row may be edited and deleted; all of them where this is not said. */
    editable?: readonly (string | number)[];
    /** Editing and deleting are offered only while another field holds one of these values. */
    editableWhen?: While;
  };
  /**
   * Its page at a glance, in this order: whose it is and where, then its state. What is empty is left out; the columns of
   * the list by default.
   */
  summary?: readonly string[];
  /** Lists of what refers to a row, on its page. */
  related?: readonly Related[];
  /** Rights of calls beside its own, so far behind the menu entry; 10 and more, as those of steps. */
  rights?: readonly { right: number; label: Words }[];
  /** Buttons and calls that it does not have: its rows are made or deleted elsewhere. */
  without?: readonly Button[];
  /** How its rows are offered where others refer to them. */
  lookup?: {
    /** A field that names a row where others refer to it, if it is filled in; else its title does. */
    name?: string;
    /** A field that is shown beside the title. */
    hint?: string;
    /** Rows with other values are not offered; where they are referred to already they keep their title. */
    offered?: { field: string; is: readonly (string | number)[] };
  };
  /** Query name of findById where it is not `id`. */
  idQuery?: string;
}

/**
 * Declares a resource, and refuses at once what cannot be: a list, form or rule that names a field which does not exist.
 * @throws Error
 */
export function defineResource(resource: Resource): Resource {
  const known = new Set([...Object.keys(resource.fields), ...Object.keys(commonFields), 'id', 'version']);
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
  const stranger = named.find((field) => !known.has(field));
  if (stranger) throw new Error(`${resource.name} names a field that it does not have: ${stranger}`);
  return { ...resource, fields: byName(resource.fields) };
}

/** A table that is indexed by external names: it has its own names only, no `constructor` of its prototype. */
const byName = <T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), table);

/** What every row says besides its own fields; set by the server. */
export const commonFields: Readonly<Record<string, Field>> = byName<Field>({
  createTime: time('Created', '创建时间', { server: true }),
  createUser: text('Created by', '创建人', { max: 100, server: true }),
  updateTime: time('Updated', '更新时间', { server: true }),
});

/** A field by its name, those of every row among them. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return resource.fields[name] ?? commonFields[name];
}

/** Whether its rows take steps; the state of others follows from something else. */
export const hasSteps = ({ life }: Pick<Resource, 'life'>): boolean =>
  life !== undefined && Object.keys(life.steps).length > 0;

/** The column of a field: `clientName` is kept in `client_name`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
