import type { Field, Resource, Values, Words } from '@voltloop/resource-kit';
import type { ComponentType } from 'react';

/**
 * What the list of an entity shows beyond its declaration; the page of a row shows it too. Most entities show nothing
 * more: list, form and detail page follow from the declaration alone.
 */
export interface ListViews {
  /** Instead of the plain value of a field, in the list and on the row's page. */
  cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** More buttons: for one row, for the chosen rows of the list, for the list. */
  actions?: readonly Action[];
}

/** What only the page of a row and the forms show beyond the declaration. */
export interface PageViews {
  /** Of a row at a glance, what its fields do not say: how full a store is. */
  Glance?: ComponentType<{ row: Row }>;
  /** Instead of the row at a glance that every entity has, above the tabs of its page. */
  Summary?: ComponentType<{ row: Row; resource: Resource }>;
  /** The step that its page offers before all others; a hook, so that it may ask the server. */
  useNextStep?: (row: Row, resource: Resource) => string | null;
  /** Beside the fields on the row's page, each a tab of its own. */
  panels?: readonly Panel[];
  /** The panel shown before the fields, and that a row just made is shown with: its work continues there. */
  firstPanel?: string;
  /**
   * Instead of the plain input of a field. An input that fills several fields is at the first one, and the others
   * get an input that shows nothing.
   */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Inputs by the `as` of a text field, in lines too; {@link loadViews} adds those that the fields ask for. */
  inputsAs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /**
   * What other fields say of some, while they are written: a field that is empty, or still holds what was filled in
   * before, gets the value. The server decides the same again.
   */
  follows?: { from: readonly string[]; say: (values: Values) => Values };
  /** What the address of a new row brings beside its fields: the lines of a document. */
  brings?: (lines: NewLines) => Brought;
}

export interface Views extends ListViews, PageViews {}

/** Lines that a new document begins with. */
export interface NewLines {
  /** Batteries by their codes, one line each. */
  codes?: readonly string[];
  /** Lines of another document, with what the new one has columns for. */
  of?: {
    kind: string;
    id: string;
    /** Only what of it is still on its way. */
    rest?: boolean;
  };
}

export interface Brought {
  /** Said above the form. */
  words: Words;
  /** Reads it, before the row is made. @returns what hands it to the row */
  read: () => Promise<(row: Row) => void>;
}

/** A row as `findPage` and `findById` answer it. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
  readonly createTime: number;
  readonly createUser: string | null;
  readonly updateTime: number;
  /** Titles of the rows it refers to, by field. */
  readonly titles: Readonly<Record<string, string>>;
};

export interface CellProps {
  row: Row;
  name: string;
  field: Field;
  /** A cell of the list is one line high. */
  at: 'list' | 'detail';
}

export interface Panel {
  /** In the address: `?tab=tree`. */
  id: string;
  title: Words;
  /** Only for those who have this right. */
  right?: number;
  Panel: ComponentType<{ row: Row; resource: Resource }>;
}

/**
 * An input inside the form of its entity. `useField(name)` of `@voltloop/ui/form/fields.tsx` gives its value and its
 * error, `useFormContext()` the other fields. Values are texts, '' where there is nothing; files and lines are lists.
 */
export interface InputProps {
  /** Its place in the form's values: `originalCodes.3.code` in a line. */
  name: string;
  field: Field;
  /** In the reader's language. */
  label: string;
  required: boolean;
}

export type Action = ActionButton &
  (
    | {
        /** Put into the page when its button is pressed, until it calls `onClose`: a dialog, or an effect. */
        Run: ComponentType<ActionProps>;
      }
    | {
        /** The address that its button leads to. */
        to: (rows: readonly Row[]) => string;
      }
  );

export interface ActionButton {
  id: string;
  label: Words;
  Icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** Only for those who have this right. */
  right?: number;
  /** On a row's page and in its menu; over the chosen rows; at the head of the list. */
  at: readonly ('row' | 'selection' | 'list')[];
  /** The rows that have it; all when absent. */
  when?: (row: Row) => boolean;
  /** Done every day: a button on the row's page, and not in its menu. */
  daily?: true;
  /** Takes goods out of use: is separate and red. */
  danger?: true;
  /** Leads to what is only read: never the primary button. */
  quiet?: true;
}

export interface ActionProps {
  resource: Resource;
  /** One row, or those that are chosen, at most 1,000; none at the head of the list. */
  ids: readonly string[];
  onClose: () => void;
  /** Rows have changed: whatever shows them asks the server again. */
  onChanged: () => void;
}

/** Loads the views of one entity. The list does not load what only the page of a row and the forms show. */
export interface EntityViews {
  list?: () => Promise<ListViews>;
  page?: () => Promise<PageViews>;
}

/** Where the code of views is loaded from. */
export interface ViewLoaders {
  /** By name of the resource. */
  views: Readonly<Record<string, EntityViews>>;
  /** Inputs by the `as` of a text field, wherever such a field is. */
  inputsAs: Readonly<Record<string, () => Promise<ComponentType<InputProps>>>>;
}

let loaders: ViewLoaders = { views: {}, inputsAs: {} };

/** Sets the loaders of views before the first page renders: the modules that draw them import this one. */
export function provideViews(brought: ViewLoaders): void {
  loaders = brought;
}

const none = {};

/** The views that the list of an entity shows. */
export const loadListViews = async (name: string): Promise<ListViews> =>
  (await loaders.views[name]?.list?.()) ?? none;

/** All views of an entity with the inputs that its fields ask for, loaded in parallel with its declaration. */
export async function loadViews(name: string, loading: Promise<Resource>): Promise<Views> {
  const [list, page, resource] = await Promise.all([
    loadListViews(name),
    loaders.views[name]?.page?.() ?? none,
    loading,
  ]);
  const named = Object.values(resource.fields)
    .flatMap((field) => (field.kind === 'lines' ? Object.values(field.of) : [field]))
    .flatMap((field) => (field.kind === 'text' && field.as ? [field.as] : []));
  const asked = [...new Set(named)].flatMap((as) => {
    const load = loaders.inputsAs[as];
    return load ? [{ as, load }] : [];
  });
  const inputs = await Promise.all(asked.map(async ({ as, load }) => [as, await load()] as const));
  return { ...list, ...page, ...(inputs.length > 0 ? { inputsAs: Object.fromEntries(inputs) } : {}) };
}
