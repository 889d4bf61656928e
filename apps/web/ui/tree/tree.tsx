import { IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import styles from './tree.module.css';

/** The expanded items of a tree, and the item that Tab reaches. */
export interface TreeState {
  open: ReadonlySet<string>;
  /** Expands these in addition. */
  reveal: (ids: readonly string[]) => void;
  toggle: (id: string, to: boolean) => void;
  active: string;
  setActive: (id: string) => void;
}

/**
 * @param opened Ids of initially expanded items
 * @param first Id of the item that Tab reaches first
 */
export function useTree(opened: readonly string[], first: string): TreeState {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(opened));
  const [active, setActive] = useState(first);
  // Stable between renders, so that effects may depend on them.
  const [change] = useState(() => ({
    reveal: (ids: readonly string[]) => setOpen((now) => new Set([...now, ...ids])),
    toggle: (id: string, to: boolean) =>
      setOpen((now) => {
        const next = new Set(now);
        if (to) next.add(id);
        else next.delete(id);
        return next;
      }),
  }));
  return { open, active, setActive, ...change };
}

const ITEM = '[role="treeitem"]';
const itemsOf = (box: Element) => [...box.querySelectorAll<HTMLElement>(ITEM)];

interface TreeProps {
  label: string;
  tree: TreeState;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A tree of TreeItem and TreeLevel. Keys as in the ARIA pattern: up and down, right expands and enters, left collapses
 * and leaves, Home, End, Enter and Space select, letters find an item by its name.
 */
export function Tree({ label, tree, className, children }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  const focus = (item: HTMLElement | undefined | null) => {
    if (!item) return;
    tree.setActive(item.dataset.id ?? '');
    item.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target as HTMLElement;
    const { id } = item.dataset;
    if (!id || !box.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const list = itemsOf(box.current);
    const at = list.indexOf(item);
    const expanded = item.getAttribute('aria-expanded');
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(list[at + 1]),
      ArrowUp: () => focus(list[at - 1]),
      Home: () => focus(list[0]),
      End: () => focus(list.at(-1)),
      ArrowRight: () => {
        if (expanded === 'false') tree.toggle(id, true);
        else if (expanded === 'true') focus(itemsOf(item)[0]);
      },
      ArrowLeft: () => {
        if (expanded === 'true') tree.toggle(id, false);
        else focus(item.parentElement?.closest<HTMLElement>(ITEM));
      },
      Enter: () => item.click(),
      ' ': () => item.click(),
    };
    const move = moves[event.key];
    const named = list.some(({ dataset }) => dataset.name !== undefined);
    if (move) move();
    else if (named && event.key.length === 1 && !event.nativeEvent.isComposing) {
      const letter = event.key.toLocaleLowerCase();
      const after = [...list.slice(at + 1), ...list.slice(0, at + 1)];
      focus(after.find((each) => each.dataset.name?.toLocaleLowerCase().startsWith(letter)));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="tree" aria-label={label} ref={box} className={className} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

const atLevel = (level: number) => ({ '--level': level }) as CSSProperties;

interface TreeItemProps {
  tree: TreeState;
  id: string;
  /** From 1. */
  level: number;
  /** Accessible name. */
  label: string;
  /** The text that letters search. */
  name?: string;
  selected: boolean;
  disabled?: boolean;
  className?: string | undefined;
  onChoose: () => void;
  /** The content of its line. */
  children: ReactNode;
  /** The level below, rendered while expanded; without it the item is a leaf. */
  below?: (() => ReactNode) | undefined;
}

export function TreeItem(props: TreeItemProps) {
  const { tree, id, level, label, name, selected, disabled, className, onChoose, children, below } = props;
  const opened = below !== undefined && tree.open.has(id);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={below ? opened : undefined}
      aria-selected={selected}
      aria-disabled={disabled || undefined}
      aria-label={label}
      tabIndex={tree.active === id ? 0 : -1}
      data-id={id}
      data-name={name}
      className={`${styles.item} ${className ?? ''}`}
      onClick={(event) => {
        event.stopPropagation();
        tree.setActive(id);
        if (!disabled) onChoose();
      }}
    >
      <div className={styles.line} style={atLevel(level)}>
        {below ? (
          // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same on the item itself
          // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same on the item itself
          <span
            className={styles.arrow}
            data-open={opened || undefined}
            onClick={(event) => {
              event.stopPropagation();
              tree.toggle(id, !opened);
            }}
          >
            <IconChevronRight size={14} stroke={2} aria-hidden="true" />
          </span>
        ) : (
          <span className={styles.arrow} />
        )}
        {children}
      </div>
      {opened && below()}
    </div>
  );
}

interface TreeLevelProps<Node> {
  tree: TreeState;
  parentId: string;
  level: number;
  /** The fetched pages. */
  found: {
    isPending: boolean;
    isError: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  nodes: readonly Node[];
  /** How many more there are. */
  left: number;
  words: { loading: string; failed: string; more: string };
  /** Renders the item of a node. */
  children: (node: Node) => ReactNode;
}

/** A level of a tree that loads by pages: its last item loads more, or retries. */
export function TreeLevel<Node>(props: TreeLevelProps<Node>) {
  const { tree, parentId, level, found, nodes, left, words, children } = props;
  const moreId = `more:${parentId}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of a form
    <div role="group">
      {nodes.map(children)}
      {found.isPending && (
        <div role="none" className={styles.note} style={atLevel(level)}>
          {words.loading}
        </div>
      )}
      {(left > 0 || found.isError) && !found.isPending && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
        <div
          role="treeitem"
          aria-level={level}
          aria-selected={false}
          tabIndex={tree.active === moreId ? 0 : -1}
          data-id={moreId}
          className={styles.item}
          onClick={(event) => {
            event.stopPropagation();
            void (found.isError && nodes.length === 0 ? found.refetch() : found.fetchNextPage());
          }}
        >
          <div className={styles.more} style={atLevel(level)}>
            {found.isError ? words.failed : found.isFetchingNextPage ? words.loading : words.more}
          </div>
        </div>
      )}
    </div>
  );
}
