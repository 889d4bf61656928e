import { z } from 'zod';
import { route } from '../route.ts';

/** What a preference may hold: any JSON, of at most this many characters when written out. */
export const MAX_PREFERENCE_CHARS = 16_000;
export const MAX_VIEWS_PER_SCREEN = 50;

const key = z.string().regex(/^[a-z][A-Za-z0-9._-]{0,63}$/);
const json = z.json().refine((value) => JSON.stringify(value).length <= MAX_PREFERENCE_CHARS, {
  message: `At most ${MAX_PREFERENCE_CHARS} characters`,
});

/** How a table looks: columns in their order, and the height of rows. Columns that it does not name look as built. */
export const tableView = z.object({
  columns: z
    .array(
      z.object({
        id: z.string().max(60),
        hidden: z.boolean().optional(),
        /** px */
        width: z.number().int().min(40).max(1200).optional(),
        /** Stays at the left while the rest scrolls. */
        pinned: z.boolean().optional(),
      }),
    )
    .max(200)
    .default([]),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
});
export type TableView = z.output<typeof tableView>;

/** What a saved view of a list keeps: its filters and order as the query of its address, and its columns. */
export const viewState = z.object({
  query: z.string().max(4000).default(''),
  table: tableView.optional(),
});
export type ViewState = z.output<typeof viewState>;

const screen = key;
export const viewName = z.string().trim().min(1).max(60);

export const savedView = z.object({
  id: z.string(),
  screen: z.string(),
  name: z.string(),
  state: viewState,
  /** Opened when its owner comes to the screen without asking for anything else. */
  is_default: z.boolean(),
  /** Whether the caller may change it. */
  own: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const getPreference = route({
  name: 'getPreference',
  summary: 'A setting of the caller’s own, by its key; null when it was never set.',
  method: 'GET',
  path: '/v1/preferences/:key',
  access: 'session',
  params: z.object({ key }),
  reply: z.object({ value: z.json() }),
});

export const putPreference = route({
  name: 'putPreference',
  summary: 'Keep a setting of the caller’s own. Without value it is forgotten.',
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
  summary: 'One saved view by its id, which is its link: for everybody of the tenant who holds it.',
  method: 'GET',
  path: '/v1/views/:id',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  reply: savedView,
});

export const saveView = route({
  name: 'saveView',
  summary: 'Save a view under a name; the caller’s view of that name is replaced.',
  method: 'POST',
  path: '/v1/views',
  access: 'session',
  body: z.object({ screen, name: viewName, state: viewState }),
  reply: savedView,
});

export const renameView = route({
  name: 'renameView',
  summary: 'Give a view of the caller’s own another name.',
  method: 'PUT',
  path: '/v1/views/:id',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  body: z.object({ name: viewName }),
  reply: savedView,
});

export const deleteView = route({
  name: 'deleteView',
  summary: 'Delete a view of the caller’s own; its link ends.',
  method: 'DELETE',
  path: '/v1/views/:id',
  access: 'session',
  params: z.object({ id: z.string().max(64) }),
  reply: z.null(),
});

export const defaultView = route({
  name: 'defaultView',
  summary: 'Make a view the one that a screen opens with; without id, none.',
  method: 'PUT',
  path: '/v1/views/default',
  access: 'session',
  body: z.object({ screen, id: z.string().max(64).optional() }),
  reply: z.array(savedView),
});
