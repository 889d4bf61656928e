import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { readPreference, writePreference } from './keep-preference.ts';
import { deleteView, listViews, openView, renameView, saveView, setDefaultView } from './keep-views.ts';

export function preferenceRoutes(http: Http, { db }: Pick<Services, 'db'>): void {
  http.implement(contract.getPreference, (ctx, { params }) => readPreference(db, ctx, params.key));
  http.implement(contract.putPreference, (ctx, { params, body }) =>
    writePreference(db, ctx, params.key, body.value),
  );
  http.implement(contract.listViews, (ctx, { query }) => listViews(db, ctx, query.screen));
  http.implement(contract.getView, (ctx, { params }) => openView(db, ctx, params.id));
  http.implement(contract.saveView, (ctx, { body }) => saveView(db, ctx, body));
  http.implement(contract.defaultView, (ctx, { body }) => setDefaultView(db, ctx, body));
  http.implement(contract.renameView, (ctx, { params, body }) => renameView(db, ctx, params.id, body.name));
  http.implement(contract.deleteView, (ctx, { params }) => deleteView(db, ctx, params.id));
}
