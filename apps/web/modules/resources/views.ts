import type { Field, Resource, Values, Words } from '@voltloop/resource-kit';
import type { ComponentType } from 'react';

/**
 * Extensions of a resource's list beyond its declaration, used on the page of a row too. Most resources need none:
 * list, form and detail page follow from the declaration alone.
 */
export interface ListViews {
  /** Replace the plain value of a field, in the list and on the row's page. */
  cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Additional buttons: for one row, for the selection, for the list. */
  actions?: readonly Action[];
}

/** Extensions of a row's page and of the forms. */
export interface PageViews {
  /** Content of the summary beyond its fields: how full a store is. */
  Glance?: ComponentType<{ row: Row }>;
  /** Replaces the default summary above the tabs of the page. */
  Summary?: ComponentType<{ row: Row; resource: Resource }>;
  /** The step to offer as primary button; a hook, so that it may query the server. */
  useNextStep?: (row: Row, resource: Resource) => string | null;
  /** Extends the steps of a row on its page; a hook. */
  useSteps?: (row: Row, resource: Resource) => StepViews;
  /** Further tabs of the row's page. */
  panels?: readonly Panel[];
  /** Id of the panel shown before the fields, which also opens for a newly created row. */
  firstPanel?: string;
  /**
   * Replace the plain input of a field. An input for several fields is registered for the first of them; the others
   * get an input that renders nothing.
   */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Inputs by the `as` of a text field, in lines too; {@link loadViews} adds those that the fields need. */
  inputsAs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /**
   * Values derived from other fields while editing: a field that is empty, or still equals the former derived
   * value, gets the new one. The server derives them again.
   */
  derived?: { from: readonly string[]; compute: (values: Values) => Values };
  /** Handles the URL part of a new row besides its fields: the lines of a document. */
  lineSource?: (lines: NewLines) => LineSource;
  /** Called with a row that was just created, before its page opens. */
  onCreated?: (row: Row) => void;
}

export interface Views extends ListViews, PageViews {}

export interface StepViews {
  /** Runs before a step is taken; throws to prevent it. */
  before: (step: string) => Promise<void>;
  /** Called with the error of a refused step. */
  onRefused: (error: unknown) => void;
  /** The text of such an error. */
  describe: (error: unknown) => string;
}

/** Initial lines of a new document. */
export interface NewLines {
  /** Codes of batteries, one line each. */
  codes?: readonly string[];
  /** Copies the lines of another document, as far as the new one has their columns. */
  of?: {
    kind: string;
    id: string;
    /** Only the part that is still in transit. */
    rest?: boolean;
  };
}

export interface LineSource {
  /** Shown above the form. */
  words: Words;
  /** Fetches the lines before the row is created. @returns a function that passes them to the row's page */
  read: () => Promise<(row: Row) => void>;
}

/** A row as returned by `findPage` and `findById`. */
export type Row = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
  readonly createTime: number;
  readonly createUser: string | null;
  readonly updateTime: number;
  /** Titles of the referenced rows, by field. */
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
  /** In the URL: `?tab=tree`. */
  id: string;
  title: Words;
  /** The right that is required. */
  right?: number;
  Panel: ComponentType<{ row: Row; resource: Resource }>;
}

/**
 * An input inside the form of its resource. `useField(name)` of `ui/form/fields.tsx` returns its value
 * and error, `useFormContext()` the other fields. Values are texts, '' if empty; files and lines are lists.
 */
export interface InputProps {
  /** Its path in the form's values: `originalCodes.3.code` in a line. */
  name: string;
  field: Field;
  /** In the interface language. */
  label: string;
  required: boolean;
}

export type Action = ActionButton &
  (
    | {
        /** Mounted when the button is pressed, until it calls `onClose`: a dialog, or an effect. */
        Run: ComponentType<ActionProps>;
      }
    | {
        /** The URL that the button links to. */
        to: (rows: readonly Row[]) => string;
      }
  );

export interface ActionButton {
  id: string;
  label: Words;
  Icon?: ComponentType<{ size?: number; stroke?: number }>;
  /** The right that is required. */
  right?: number;
  /** On a row's page and in its menu; for the selection; in the header of the list. */
  at: readonly ('row' | 'selection' | 'list')[];
  /** Whether a row has the action; all rows if absent. */
  when?: (row: Row) => boolean;
  /** A frequent action: a button on the row's page instead of a menu entry. */
  daily?: true;
  /** Takes goods out of use: separated and red. */
  danger?: true;
  /** Leads to a read-only page: never the primary button. */
  quiet?: true;
}

export interface ActionProps {
  resource: Resource;
  /** One row, or the selected ones, at most 1,000; empty for an action of the list. */
  ids: readonly string[];
  onClose: () => void;
  /** Invalidates the rows, so that everything that shows them refetches. */
  onChanged: () => void;
}

/** Loads the views of one resource. The list does not load the views of pages and forms. */
export interface ResourceViews {
  list?: () => Promise<ListViews>;
  page?: () => Promise<PageViews>;
}

/** Loaders of the views' code. */
export interface ViewLoaders {
  /** By name of the resource. */
  views: Readonly<Record<string, ResourceViews>>;
  /** Inputs by the `as` of a text field. */
  inputsAs: Readonly<Record<string, () => Promise<ComponentType<InputProps>>>>;
}

let loaders: ViewLoaders = { views: {}, inputsAs: {} };

/** Sets the loaders before the first page renders: injected, because the modules with the views import this one. */
export function provideViews(provided: ViewLoaders): void {
  loaders = provided;
}

const none = {};

export const loadListViews = async (name: string): Promise<ListViews> =>
  (await loaders.views[name]?.list?.()) ?? none;

/** All views of a resource with the inputs that its fields need, loaded in parallel with its declaration. */
export async function loadViews(name: string, loading: Promise<Resource>): Promise<Views> {
  const [list, page, resource] = await Promise.all([
    loadListViews(name),
    loaders.views[name]?.page?.() ?? none,
    loading,
  ]);
  const named = Object.values(resource.fields)
    .flatMap((field) => (field.kind === 'lines' ? Object.values(field.of) : [field]))
    .flatMap((field) => (field.kind === 'text' && field.as ? [field.as] : []));
  const needed = [...new Set(named)].flatMap((as) => {
    const load = loaders.inputsAs[as];
    return load ? [{ as, load }] : [];
  });
  const inputs = await Promise.all(needed.map(async ({ as, load }) => [as, await load()] as const));
  return { ...list, ...page, ...(inputs.length > 0 ? { inputsAs: Object.fromEntries(inputs) } : {}) };
}
