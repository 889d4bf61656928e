/** Page sizes to choose from (specification section 9). */
export const PAGE_SIZES = [10, 20, 30, 50] as const;
/** The default page size. */
export const FIRST_PAGE = { page: 1, size: 10 } as const;

/** Number of pages for `total` rows; at least one. */
export function pagesOf(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / Math.max(1, size)));
}

/** Clamps a page number to 1 … `pages`. */
export function clampPage(page: number, pages: number): number {
  return Math.min(Math.max(1, Math.trunc(page) || 1), pages);
}
