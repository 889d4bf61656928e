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

/** The page buttons: all up to 7 pages, else first, last and the neighbours of the current one; null is a gap. */
export function pageNumbers(current: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1);
  const from = Math.max(2, Math.min(current - 1, pages - 4));
  const to = Math.min(pages - 1, Math.max(current + 1, 5));
  const out: (number | null)[] = [1];
  if (from > 2) out.push(null);
  for (let page = from; page <= to; page++) out.push(page);
  if (to < pages - 1) out.push(null);
  out.push(pages);
  return out;
}
