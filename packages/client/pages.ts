interface PageReply {
  list: unknown[];
  /** Null if the call was made with `count=later`. */
  total: number | null;
  /** The portal's style, and that of the back office. */
  current_page?: number;
  page_size?: number;
  page?: number;
  size?: number;
}

/** Requests pages until there are no more rows. Rows inserted or deleted meanwhile may repeat or be missed. */
export async function* pagesOf<T>(
  first: Readonly<Record<string, unknown>>,
  ask: (query: Record<string, unknown>) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  let query = { ...first };
  for (;;) {
    const reply = await ask(query);
    yield reply;
    const { list, total, ...paging } = reply as PageReply;
    const page = paging.current_page ?? paging.page;
    const size = paging.page_size ?? paging.size ?? list.length;
    if (page === undefined || list.length === 0) return;
    if (total === null ? list.length < size : page * size >= total) return;
    const next =
      paging.current_page === undefined
        ? { page: page + 1, size }
        : { current_page: page + 1, page_size: size };
    query = { ...query, ...next };
  }
}
