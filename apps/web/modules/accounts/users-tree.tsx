import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountKind, UserNode } from '@voltloop/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, SkeletonRows, useFormat } from '../../ui/index.ts';
import { Tree, TreeItem, TreeLevel, type TreeState, useTree } from '../../ui/tree/tree.tsx';
import { KindIcon } from './kind-icon.tsx';
import { usePendingDeletes } from './pending-deletes.ts';
import { childrenLeft } from './pending-tree.ts';
import { treeLevel } from './queries.ts';
import styles from './users-tree.module.css';

/** The part of an account that a choice in the tree returns. */
export interface TreeChoice {
  id: string;
  name: string;
  user_name: string;
  kind: AccountKind;
}

interface UsersTreeProps {
  label: string;
  tenantId: string;
  rootId: string;
  /** Id of the chosen account. */
  selected: string | null;
  onSelect: (node: TreeChoice) => void;
  /** Disables the choice of accounts; they can still be expanded. */
  isDisabled?: (node: UserNode) => boolean;
}

/** The subtree as a tree whose levels are fetched as they are expanded. */
export function UsersTree({ label, tenantId, rootId, selected, onSelect, isDisabled }: UsersTreeProps) {
  const tree = useTree([rootId], selected ?? rootId);
  const root = useInfiniteQuery(treeLevel(tenantId, rootId));
  const chosen = useInfiniteQuery({ ...treeLevel(tenantId, selected ?? rootId), enabled: selected !== null });
  const above = chosen.data?.pages[0]?.ancestors;

  // Expand the ancestors of an account chosen elsewhere, for example by the URL.
  const { reveal, setActive } = tree;
  useEffect(() => {
    if (above) reveal(above.map((each) => each.id));
  }, [above, reveal]);
  useEffect(() => setActive(selected ?? rootId), [selected, rootId, setActive]);

  if (root.isPending) return <SkeletonRows rows={6} />;
  const top = root.data?.pages[0]?.parent;
  if (!top) return <ErrorState compact error={root.error} onRetry={() => void root.refetch()} />;
  return (
    <Tree label={label} tree={tree}>
      <Account
        node={top}
        level={1}
        in={{ tree, tenantId, selected: selected ?? rootId, onSelect, isDisabled }}
      />
    </Tree>
  );
}

interface Whole extends Pick<UsersTreeProps, 'tenantId' | 'onSelect'> {
  tree: TreeState;
  selected: string;
  isDisabled: UsersTreeProps['isDisabled'];
}

function Account({ node, level, in: whole }: { node: UserNode; level: number; in: Whole }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const children = childrenLeft(
    node,
    usePendingDeletes((pending) => pending.ids),
  );
  const folder = children > 0;
  return (
    <TreeItem
      tree={whole.tree}
      id={node.id}
      level={level}
      label={t('tree.node', { name: node.name, kind: t(`kind.${node.kind}`), count: children })}
      name={node.name}
      selected={whole.selected === node.id}
      disabled={whole.isDisabled?.(node) ?? false}
      className={styles.account}
      onChoose={() => whole.onSelect(node)}
      below={folder ? () => <Accounts under={node.id} level={level + 1} in={whole} /> : undefined}
    >
      <span className={styles.kind}>
        <KindIcon kind={node.kind} />
      </span>
      <span className={styles.name} data-off={node.state === 'disabled' || undefined} title={node.name}>
        {node.name}
      </span>
      {folder && <span className={styles.count}>{format.number(children)}</span>}
    </TreeItem>
  );
}

function Accounts({ under, level, in: whole }: { under: string; level: number; in: Whole }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const found = useInfiniteQuery(treeLevel(whole.tenantId, under));
  const pending = usePendingDeletes((state) => state.ids);
  const fetched = found.data?.pages.flatMap((page) => page.list) ?? [];
  const left = (found.data?.pages[0]?.total ?? 0) - fetched.length;
  const more = t('tree.more', { count: left, total: format.number(left) });
  return (
    <TreeLevel
      tree={whole.tree}
      parentId={under}
      level={level}
      found={found}
      nodes={fetched.filter(({ id }) => !pending.has(id))}
      left={left}
      words={{ loading: t('tree.loading'), failed: t('tree.failed'), more }}
    >
      {(node) => <Account key={node.id} node={node} level={level} in={whole} />}
    </TreeLevel>
  );
}
