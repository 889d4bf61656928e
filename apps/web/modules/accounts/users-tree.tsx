import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountKind, UserNode } from '@voltloop/contract';
import { ErrorState, SkeletonRows, useFormat } from '@voltloop/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KindIcon } from './kind-icon.tsx';
import { usePendingDeletes } from './pending-deletes.ts';
import { childrenLeft } from './pending-tree.ts';
import { treeLevel } from './queries.ts';
import styles from './users-tree.module.css';

/** As much of an account as a choice in the tree tells. */
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
  /** Accounts that cannot be chosen here; they can still be opened. */
  isDisabled?: (node: UserNode) => boolean;
}

/**
 * The subtree as a tree whose levels are fetched as they are opened. Keys as in the ARIA pattern: up and down, right
 * opens and goes in, left closes and goes out, Home, End, Enter and Space choose, letters find a name.
 */
export function UsersTree({ label, tenantId, rootId, selected, onSelect, isDisabled }: UsersTreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set([rootId]));
  const [active, setActive] = useState(selected ?? rootId);
  const root = useInfiniteQuery(treeLevel(tenantId, rootId));
  const chosen = useInfiniteQuery({ ...treeLevel(tenantId, selected ?? rootId), enabled: selected !== null });
  const above = chosen.data?.pages[0]?.ancestors;

  // What is chosen elsewhere, by an address perhaps, is shown: the way to it opens.
  useEffect(() => {
    if (above) setOpen((now) => new Set([...now, ...above.map((each) => each.id)]));
  }, [above]);
  useEffect(() => setActive(selected ?? rootId), [selected, rootId]);

  const toggle = (id: string, to: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (to) next.add(id);
      else next.delete(id);
      return next;
    });
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
  const focus = (item: HTMLElement | undefined | null) => {
    if (!item) return;
    setActive(item.dataset.id ?? '');
    item.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target as HTMLElement;
    const { id } = item.dataset;
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    const list = items();
    const at = list.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(list[at + 1]),
      ArrowUp: () => focus(list[at - 1]),
      Home: () => focus(list[0]),
      End: () => focus(list.at(-1)),
      ArrowRight: () => {
        if (expanded === 'false') toggle(id, true);
        else if (expanded === 'true') focus(item.querySelector<HTMLElement>('[role="treeitem"]'));
      },
      ArrowLeft: () => {
        if (expanded === 'true') toggle(id, false);
        else focus(item.parentElement?.closest<HTMLElement>('[role="treeitem"]'));
      },
      Enter: () => item.click(),
      ' ': () => item.click(),
    };
    const move = moves[event.key];
    if (move) move();
    else if (event.key.length === 1 && !event.nativeEvent.isComposing) {
      const letter = event.key.toLocaleLowerCase();
      const after = [...list.slice(at + 1), ...list.slice(0, at + 1)];
      focus(after.find((each) => each.dataset.name?.toLocaleLowerCase().startsWith(letter)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  if (root.isPending) return <SkeletonRows rows={6} />;
  const top = root.data?.pages[0]?.parent;
  if (!top) return <ErrorState compact error={root.error} onRetry={() => void root.refetch()} />;
  return (
    <div role="tree" aria-label={label} ref={box} className={styles.tree} onKeyDown={onKeyDown}>
      <Node
        node={top}
        level={1}
        state={{
          tenantId,
          open,
          toggle,
          active,
          setActive,
          selected: selected ?? rootId,
          onSelect,
          isDisabled,
        }}
      />
    </div>
  );
}

interface TreeState {
  tenantId: string;
  open: ReadonlySet<string>;
  toggle: (id: string, to: boolean) => void;
  active: string;
  setActive: (id: string) => void;
  selected: string;
  onSelect: (node: TreeChoice) => void;
  isDisabled: ((node: UserNode) => boolean) | undefined;
}

function Node({ node, level, state }: { node: UserNode; level: number; state: TreeState }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const children = childrenLeft(
    node,
    usePendingDeletes((pending) => pending.ids),
  );
  const folder = children > 0;
  const opened = folder && state.open.has(node.id);
  const disabled = state.isDisabled?.(node) ?? false;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={folder ? opened : undefined}
      aria-selected={state.selected === node.id}
      aria-disabled={disabled || undefined}
      aria-label={t('tree.node', {
        name: node.name,
        kind: t(`kind.${node.kind}`),
        count: children,
      })}
      tabIndex={state.active === node.id ? 0 : -1}
      data-id={node.id}
      data-name={node.name}
      className={styles.item}
      onClick={(event) => {
        event.stopPropagation();
        state.setActive(node.id);
        if (!disabled) state.onSelect(node);
      }}
    >
      <div className={styles.line} style={{ paddingInlineStart: (level - 1) * 16 + 4 }}>
        {folder ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same on the item itself
          // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same on the item itself
          <span
            className={styles.arrow}
            data-open={opened || undefined}
            onClick={(event) => {
              event.stopPropagation();
              state.toggle(node.id, !opened);
            }}
          >
            <IconChevronRight size={14} stroke={2} aria-hidden="true" />
          </span>
        ) : (
          <span className={styles.arrow} />
        )}
        <span className={styles.kind}>
          <KindIcon kind={node.kind} />
        </span>
        <span className={styles.name} data-off={node.state === 'disabled' || undefined} title={node.name}>
          {node.name}
        </span>
        {folder && <span className={styles.count}>{format.number(children)}</span>}
      </div>
      {opened && <Level parentId={node.id} level={level + 1} state={state} />}
    </div>
  );
}

function Level({ parentId, level, state }: { parentId: string; level: number; state: TreeState }) {
  const { t } = useTranslation('users');
  const format = useFormat();
  const found = useInfiniteQuery(treeLevel(state.tenantId, parentId));
  const pending = usePendingDeletes((state) => state.ids);
  const fetched = found.data?.pages.flatMap((page) => page.list) ?? [];
  const nodes = fetched.filter(({ id }) => !pending.has(id));
  const left = (found.data?.pages[0]?.total ?? 0) - fetched.length;
  const indent = { paddingInlineStart: (level - 1) * 16 + 30 };
  const moreId = `more:${parentId}`;
  const retry = found.isError;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of a form
    <div role="group" className={styles.group}>
      {nodes.map((node) => (
        <Node key={node.id} node={node} level={level} state={state} />
      ))}
      {found.isPending && (
        <div role="none" className={styles.note} style={indent}>
          {t('tree.loading')}
        </div>
      )}
      {(left > 0 || retry) && !found.isPending && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          tabIndex={state.active === moreId ? 0 : -1}
          data-id={moreId}
          className={styles.item}
          onClick={(event) => {
            event.stopPropagation();
            void (retry && nodes.length === 0 ? found.refetch() : found.fetchNextPage());
          }}
        >
          <div className={styles.more} style={indent}>
            {retry
              ? t('tree.failed')
              : found.isFetchingNextPage
                ? t('tree.loading')
                : t('tree.more', { count: left, total: format.number(left) })}
          </div>
        </div>
      )}
    </div>
  );
}
