/** Pure: the tree without pending deletions. */

/** The parent of each account with a pending deletion, by its id. */
export type PendingDeletes = ReadonlyMap<string, string | null>;

/** Number of accounts directly below one, without pending deletions. */
export function childrenLeft(node: { id: string; children_total: number }, pending: PendingDeletes): number {
  let left = node.children_total;
  for (const parentId of pending.values()) if (parentId === node.id) left--;
  return Math.max(left, 0);
}
