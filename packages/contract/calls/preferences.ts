import { z } from 'zod';
import { route } from '../route.ts';
import { shownText } from '../shown-text.ts';

/** Maximum length of a preference, any JSON value, in characters of its text. */
export const MAX_PREFERENCE_CHARS = 16_000;
export const MAX_VIEWS_PER_SCREEN = 50;

const key = z.string().regex(/^[a-z][A-Za-z0-9._-]{0,63}$/);
const json = z.json().refine((value) => JSON.stringify(value).length <= MAX_PREFERENCE_CHARS, {
  message: `At most ${MAX_PREFERENCE_CHARS} characters`,
});

/** Layout of a table: order of columns, and row height. Columns that are not listed keep their default. */
export const tableView = z.object({
  columns: z
    .array(
      z.object({
        id: z.string().max(60),
        hidden: z.boolean().optional(),
        /** px */
        width: z.number().int().min(40).max(1200).optional(),
        /** Pinned at the left. */
        pinned: z.boolean().optional(),
      }),
    )
    .max(200)
    .default([]),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
});
export type TableView = z.output<typeof tableView>;

/** A saved view of a list: its filters and order as the query of its address, and its columns. */
export const viewState = z.object({
  query: z.string().max(4000).default(''),
  table: tableView.optional(),
});
export type ViewState = z.output<typeof viewState>;

const screen = key;
export const viewName = shownText().trim().min(1).max(60);

export const savedView = z.object({
  id: z.string(),
  screen: z.string(),
  name: z.string(),
  state: viewState,
  /** Opened by default on the screen. */
  is_default: z.boolean(),
  /** Whether the caller may change it. */
  own: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const getPreference = route({
  name: 'getPreference',
  summary: 'An own setting by its key; null if never set.',
  method: 'GET',
  path: '/v1/preferences/:key',
  access: 'session',
  params: z.object({ key }),
  reply: z.object({ value: z.json() }),
});

export const putPreference = route({
  name: 'putPreference',
  summary: 'Save an own setting. Without a value it is deleted.',
  method: 'PUT',
  path: '/v1/preferences/:key',
  access: 'session',
  params: z.object({ key }),
  body: z.object({ value: json.optional() }),
  reply: z.object({ value: z.json() }),
});

export const listViews = route({
  name: 'listViews',
  summary: 'The caller’s saved views of a screen, by name.',
  method: 'GET',
  path: '/v1/views',
  access: 'session',
  query: z.object({ screen }),
  reply: z.array(savedView),
});

export const getView = route({
  name: 'getView',
  summary: 'One saved view by its id, which is its link: available to the whole tenant.',
  method: 'GET',
  path: '/v1/views/:id',
  access: 'session',
  reply: savedView,
});

export const saveView = route({
  name: 'saveView',
  summary: 'Save a view under a name, replacing an own view of that name.',
  method: 'POST',
  path: '/v1/views',
  access: 'session',
  body: z.object({ screen, name: viewName, state: viewState }),
  reply: savedView,
});

export const renameView = route({
  name: 'renameView',
  summary: 'Rename an own view.',
  method: 'PUT',
  path: '/v1/views/:id',
  access: 'session',
  body: z.object({ name: viewName }),
  reply: savedView,
});

export const deleteView = route({
  name: 'deleteView',
  summary: 'Delete an own view; its link stops working.',
  method: 'DELETE',
  path: '/v1/views/:id',
  access: 'session',
  reply: z.null(),
});

export const defaultView = route({
  name: 'defaultView',
  summary: 'Set the default view of a screen; without id, none.',
  method: 'PUT',
  path: '/v1/views/default',
  access: 'session',
  body: z.object({ screen, id: z.string().max(64).optional() }),
  reply: z.array(savedView),
});
