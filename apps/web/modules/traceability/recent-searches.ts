/** The last searches in this browser. The prefix is the palette's, so that they are deleted at log-out. */

const KEPT = 8;
const keyOf = (userId: string) => `voltloop.recent.query.${userId}`;

export function recentSearches(userId: string): string[] {
  try {
    const list = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as unknown;
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function rememberSearch(userId: string, search: string): void {
  const others = recentSearches(userId).filter((each) => each !== search);
  localStorage.setItem(keyOf(userId), JSON.stringify([search, ...others].slice(0, KEPT)));
}
