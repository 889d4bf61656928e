import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  defaultView,
  deleteView,
  getView,
  renameView,
  type SavedView,
  saveView,
  tableView,
  type ViewState,
} from '@voltloop/contract/calls/preferences.ts';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { notifyError } from '../toast/notify-error.ts';
import { toast } from '../toast/toast.ts';
import { savedViews } from './view-store.ts';
import { isBareLink, paramsOfOthers, paramsOfView, queryOfView } from './view-url.ts';

export interface SavedViewsProps {
  /** Name of the list, as for `useTableView`. */
  screen: string;
  /** The current columns; filters and order are read from the URL. */
  table: ViewState['table'];
  /** The parameters of the list in the URL, where it has others too; by default all are saved. */
  parameters?: readonly string[] | undefined;
  /** A view was opened, or closed (null): show its columns. The URL is already updated. */
  onOpen: (state: ViewState | null) => void;
}

/** The saved views of a list: the open view, whether the list differs from it, and the actions on views. */
export function useSavedViews({ screen, table, parameters: own, onOpen }: SavedViewsProps) {
  const account = useSession((session) => session.login?.user_id ?? '');
  const client = useQueryClient();
  const [params, setParams] = useSearchParams();
  const views = useQuery(savedViews(account, screen));
  const [opened, setOpened] = useState<SavedView | null>(null);

  const open = (view: SavedView, { keepFilters = false } = {}) => {
    setOpened(view);
    if (!keepFilters)
      setParams((now) => paramsOfView(view.id, view.state.query, now, own), { replace: true });
    onOpen(view.state);
  };
  const leave = () => {
    setOpened(null);
    setParams((now) => paramsOfOthers(now, own), { replace: true });
    onOpen(null);
  };

  const viewId = params.get('view');
  const latest = useRef({ open, leave, params, own });
  useEffect(() => {
    latest.current = { open, leave, params, own };
  });
  // The URL of a link, Back or a reload names a view that is not open yet.
  useEffect(() => {
    if (!viewId || opened?.id === viewId) return;
    let current = true;
    call(getView, { params: { id: viewId } }).then(
      (view) => {
        if (current && view.screen === screen)
          latest.current.open(view, { keepFilters: !isBareLink(latest.current.params, latest.current.own) });
      },
      (error: unknown) => {
        if (!current) return;
        if (error instanceof ApiError && error.status === 404)
          toast.warning({ ns: 'list', key: 'views.gone' });
        else notifyError(error);
      },
    );
    return () => {
      current = false;
    };
  }, [viewId, opened?.id, screen]);
  // Opening the list without parameters opens the default view, once.
  const defaultDone = useRef(false);
  const first = views.data?.find((view) => view.is_default);
  useEffect(() => {
    if (defaultDone.current || !views.data) return;
    defaultDone.current = true;
    if (first && latest.current.params.size === 0) latest.current.open(first);
  }, [views.data, first]);

  const here = viewId && opened?.id === viewId ? opened : null;
  const state: ViewState = { query: queryOfView(params, own), ...(table ? { table } : {}) };
  const changed = here !== null && !sameState(here.state, state, own);

  const reload = () => client.invalidateQueries({ queryKey: savedViews(account, screen).queryKey });
  return {
    views,
    /** The default view, which opens when the list is opened without parameters. */
    first,
    /** The view that is open. */
    here,
    changed,
    open,
    leave,
    async save(name: string) {
      const view = await call(saveView, { body: { screen, name, state } });
      await reload();
      open(view);
      toast.success({ ns: 'list', key: 'views.saved', values: { name } });
    },
    async rename({ id }: SavedView, name: string) {
      setOpened(await call(renameView, { params: { id }, body: { name } }));
      await reload();
    },
    async remove({ id }: SavedView) {
      await call(deleteView, { params: { id } });
      leave();
      await reload();
    },
    /** Makes this view the default, or clears the default if it already is. */
    async toggleFirst({ id }: SavedView) {
      await call(defaultView, { body: first?.id === id ? { screen } : { screen, id } });
      await reload();
    },
  };
}

export type SavedViewsOfList = ReturnType<typeof useSavedViews>;

/** Compares filters, order and columns, regardless of how the texts are written. */
function sameState(a: ViewState, b: ViewState, own: readonly string[] | undefined): boolean {
  const plain = ({ query, table }: ViewState) =>
    JSON.stringify([queryOfView(new URLSearchParams(query), own), tableView.parse(table ?? {})]);
  return plain(a) === plain(b);
}
