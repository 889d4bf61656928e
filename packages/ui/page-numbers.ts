/** Rows of a page that a reader may choose (specification section 9). */
export const PAGE_SIZES = [10, 20, 30, 50] as const;
/** Where a list begins. */
export const FIRST_PAGE = { page: 1, size: 10 } as const;

/** Pages that `total` rows fill; at least one. */
export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / Math.max(1, size)));
}

/** A page number inside 1 … `pages`. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pages);
}
