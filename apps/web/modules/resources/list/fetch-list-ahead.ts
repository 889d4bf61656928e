import { useSession } from '../../../api/session.ts';
import { savedTable } from '../../../ui/list/view-store.ts';
import { queriesAhead } from '../../../ui/query/query-client.ts';
import { browserZone } from '../../../ui/text/format.ts';
import { listPath, listScreen, load } from '../loaded.ts';
import { rowsPage } from '../queries.ts';
import { listFromUrl } from './list-url.ts';

/** Prefetches the first page of the list at this URL, in parallel with the page's code. */
export async function fetchListAhead(name: string): Promise<void> {
  const { login, self } = useSession.getState();
  const client = login && queriesAhead(login.user_id);
  if (!client || window.location.pathname !== listPath(name)) return;
  const look = client.prefetchQuery(savedTable(login.user_id, listScreen(name)));
  const loaded = await load(name);
  const view = listFromUrl(loaded.resource, new URLSearchParams(window.location.search));
  const zone = self?.time_zone ?? browserZone();
  await Promise.all([look, client.prefetchQuery(rowsPage(loaded, view, zone))]);
}
