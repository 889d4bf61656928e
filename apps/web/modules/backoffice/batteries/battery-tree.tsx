import { useInfiniteQuery } from '@tanstack/react-query';
import type { BatteryNode } from '@voltloop/contract/calls/batteries.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Field, Resource } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { languageOf } from '../../../context/language-of.ts';
import { useFormat } from '../../../ui/index.ts';
import { Tree, TreeItem, TreeLevel, type TreeState, useTree } from '../../../ui/tree/tree.tsx';
import { type Row, rowPath, Value } from '../../resources/index.ts';
import { partsOf } from './queries.ts';
import styles from './tree.module.css';

interface BatteryTreeProps {
  root: BatteryNode;
  /** Ids from the root to the shown battery, which are initially expanded. */
  path: readonly string[];
  shown: string;
  resource: Resource;
}

/** A pack with its modules and cells; each level is fetched when expanded. Selecting a battery opens its page. */
export function BatteryTree({ root, path, shown, resource }: BatteryTreeProps) {
  const { t } = useTranslation('batteries');
  const tree = useTree(path, root.id);
  return (
    <Tree label={t('tree')} tree={tree} className={styles.tree}>
      <Part node={root} level={1} in={{ tree, shown, resource }} />
    </Tree>
  );
}

interface Whole {
  tree: TreeState;
  shown: string;
  resource: Resource;
}

function Part({ node, level, in: whole }: { node: BatteryNode; level: number; in: Whole }) {
  const { t, i18n } = useTranslation('batteries');
  const format = useFormat();
  const navigate = useNavigate();
  const { tree, shown, resource } = whole;
  const language = languageOf(i18n.language);
  const kind = optionLabel('productType', node.productType, language);
  const parts = t('parts', { count: node.children, total: format.number(node.children) });
  const state = optionLabel('batteryState', node.state, language);
  return (
    <TreeItem
      tree={tree}
      id={node.id}
      level={level}
      label={t('node', { kind, code: node.batteryCode, state, parts })}
      selected={shown === node.id}
      className={styles.part}
      onChoose={() => {
        if (node.id !== shown) void navigate(`${rowPath('battery', node.id)}?tab=tree`);
      }}
      below={node.children > 0 ? () => <Parts of={node} level={level + 1} in={whole} /> : undefined}
    >
      <span className={styles.kind}>{kind}</span>
      <span className={styles.code}>{node.batteryCode}</span>
      <span className={styles.count}>{node.children > 0 && parts}</span>
      <span className={styles.state}>
        <Value
          // Only the value of the state is read.
          row={node as unknown as Row}
          name="state"
          field={resource.fields.state as Field}
          at="detail"
          resource={resource}
        />
      </span>
    </TreeItem>
  );
}

function Parts({ of: parent, level, in: whole }: { of: BatteryNode; level: number; in: Whole }) {
  const { t } = useTranslation('batteries');
  const format = useFormat();
  const found = useInfiniteQuery(partsOf(parent.id));
  const nodes = found.data?.pages.flatMap((page) => page.list) ?? [];
  const left = (found.data?.pages.at(-1)?.total ?? 0) - nodes.length;
  const more = t('more', { count: left, total: format.number(left) });
  return (
    <TreeLevel
      tree={whole.tree}
      parentId={parent.id}
      level={level}
      found={found}
      nodes={nodes}
      left={left}
      words={{ loading: t('loading'), failed: t('failed'), more }}
    >
      {(node) => <Part key={node.id} node={node} level={level} in={whole} />}
    </TreeLevel>
  );
}
