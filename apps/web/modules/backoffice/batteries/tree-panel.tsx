import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../../context/language-of.ts';
import { Card, useFormat } from '../../../ui/index.ts';
import { QueryPlaceholder } from '../../../ui/states/query-state.tsx';
import { type Row, rowPath } from '../../resources/index.ts';
import { BatteryTree } from './battery-tree.tsx';
import { treeOf } from './queries.ts';
import styles from './tree.module.css';

/** The tree of a battery: its position, counts, and all parts. */
export function TreePanel({ row, resource }: { row: Row; resource: Resource }) {
  const { t, i18n } = useTranslation('batteries');
  const format = useFormat();
  const found = useQuery(treeOf(row.id));
  if (!found.data) return <QueryPlaceholder of={found} rows={6} />;
  const { root, path, counts } = found.data;
  const language = languageOf(i18n.language);
  const states = Object.entries(counts.states).sort((a, b) => b[1] - a[1]);
  return (
    <Card>
      <nav aria-label={t('path')}>
        <ol className={styles.path}>
          {path.map((node) => (
            <li key={node.id}>
              <span className={styles.kind}>{optionLabel('productType', node.productType, language)}</span>
              {node.id === row.id ? (
                <strong aria-current="page" className={styles.code}>
                  {node.batteryCode}
                </strong>
              ) : (
                <Link to={`${rowPath('battery', node.id)}?tab=tree`} className={styles.code}>
                  {node.batteryCode}
                </Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <p className={styles.counts}>
        <span>{t('modules', { count: counts.modules, total: format.number(counts.modules) })}</span>
        <span>{t('cells', { count: counts.cells, total: format.number(counts.cells) })}</span>
        {states.map(([state, count]) => (
          <span key={state}>
            {t('inState', {
              state: optionLabel('batteryState', state, language),
              total: format.number(count),
            })}
          </span>
        ))}
      </p>
      {root.children === 0 ? (
        <p className={styles.note}>{t('alone')}</p>
      ) : (
        <BatteryTree root={root} path={path.map(({ id }) => id)} shown={row.id} resource={resource} />
      )}
    </Card>
  );
}
