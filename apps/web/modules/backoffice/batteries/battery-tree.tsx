import { IconChevronRight } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BatteryNode } from '@voltloop/contract/calls/batteries.ts';
import { optionLabel } from '@voltloop/contract/options/index.ts';
import type { Field, Resource } from '@voltloop/resource-kit';
import { useFormat } from '@voltloop/ui';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { rowPath } from '../loaded.ts';
import { Value } from '../value.tsx';
import type { Row } from '../views.ts';
import { partsOf } from './queries.ts';
import styles from './tree.module.css';

interface BatteryTreeProps {
  root: BatteryNode;
  /** Ids from the root to the battery that is shown: they are open from the start. */
  path: readonly string[];
  shown: string;
  resource: Resource;
}

/**
 * A pack with its modules and cells; each level is fetched when it is opened. Keys as in the ARIA pattern: up and down,
 * right opens and goes in, left closes and goes out, Home, End, Enter opens the battery's page.
 */
export function BatteryTree({ root, path, shown, resource }: BatteryTreeProps) {
  const { t } = useTranslation('batteries');
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(path));
  const [active, setActive] = useState(root.id);
  const toggle = (id: string, to: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (to) next.add(id);
      else next.delete(id);
      return next;
    });
  const focus = (item: HTMLElement | undefined | null) => {
    if (!item) return;
    setActive(item.dataset.id ?? '');
    item.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const item = event.target as HTMLElement;
    const { id } = item.dataset;
    if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
    const list = [...(box.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [])];
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
    if (!move) return;
    move();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="tree" aria-label={t('tree')} ref={box} className={styles.tree} onKeyDown={onKeyDown}>
      <Node node={root} level={1} state={{ open, toggle, active, setActive, shown, resource }} />
    </div>
  );
}

interface TreeState {
  open: ReadonlySet<string>;
  toggle: (id: string, to: boolean) => void;
  active: string;
  setActive: (id: string) => void;
  shown: string;
  resource: Resource;
}

function Node({ node, level, state }: { node: BatteryNode; level: number; state: TreeState }) {
  const { t, i18n } = useTranslation('batteries');
  const format = useFormat();
  const navigate = useNavigate();
  const folder = node.children > 0;
  const opened = folder && state.open.has(node.id);
  const language = i18n.language === 'zh' ? 'zh' : 'en';
  const kind = optionLabel('productType', node.productType, language);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items
    <div
      role="treeitem"
      aria-level={level}
      aria-expanded={folder ? opened : undefined}
      aria-selected={state.shown === node.id}
      aria-label={t('node', {
        kind,
        code: node.batteryCode,
        state: optionLabel('batteryState', node.state, language),
        parts: t('parts', { count: node.children, total: format.number(node.children) }),
      })}
      tabIndex={state.active === node.id ? 0 : -1}
      data-id={node.id}
      className={styles.item}
      onClick={(event) => {
        event.stopPropagation();
        state.setActive(node.id);
        if (node.id !== state.shown) void navigate(`${rowPath('battery', node.id)}?tab=tree`);
      }}
    >
      <div className={styles.line} style={{ paddingInlineStart: (level - 1) * 20 }}>
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
        <span className={styles.kind}>{kind}</span>
        <span className={styles.code}>{node.batteryCode}</span>
        <span className={styles.count}>
          {folder && t('parts', { count: node.children, total: format.number(node.children) })}
        </span>
        <span className={styles.state}>
          <Value
            row={node as unknown as Row}
            name="state"
            field={state.resource.fields.state as Field}
            at="detail"
            resource={state.resource}
          />
        </span>
      </div>
      {opened && <Level parent={node} level={level + 1} state={state} />}
    </div>
  );
}

function Level({ parent, level, state }: { parent: BatteryNode; level: number; state: TreeState }) {
  const { t } = useTranslation('batteries');
  const format = useFormat();
  const found = useInfiniteQuery(partsOf(parent.id));
  const nodes = found.data?.pages.flatMap((page) => page.list) ?? [];
  const left = (found.data?.pages.at(-1)?.total ?? 0) - nodes.length;
  const indent = { paddingInlineStart: (level - 1) * 20 + 30 };
  const moreId = `more:${parent.id}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of a form
    <div role="group" className={styles.group}>
      {nodes.map((node) => (
        <Node key={node.id} node={node} level={level} state={state} />
      ))}
      {found.isPending && (
        <div role="none" className={styles.note} style={indent}>
          {t('loading')}
        </div>
      )}
      {(left > 0 || found.isError) && !found.isPending && (
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
            void (found.isError && nodes.length === 0 ? found.refetch() : found.fetchNextPage());
          }}
        >
          <div className={styles.more} style={indent}>
            {found.isError
              ? t('failed')
              : found.isFetchingNextPage
                ? t('loading')
                : t('more', { count: left, total: format.number(left) })}
          </div>
        </div>
      )}
    </div>
  );
}
