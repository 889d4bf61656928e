import type { Matched } from '@voltloop/contract/calls/testing.ts';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRight } from '../../context/rights.ts';
import { type FactsColumn, FactsTable } from '../../ui/facts/facts-table.tsx';
import { EmptyState, NO_VALUE, StatRow, StatTile, useFormat } from '../../ui/index.ts';
import { Pager } from '../../ui/table/pager.tsx';
import { newLink } from '../resources/index.ts';
import styles from './testing.module.css';

const produce = rightOf(registry.production as { menu: number }, 'insert');

const SIZE = 50;
const shown = ['capacity', 'dcir', 'ocv'] as const;
type Spreads = Matched['before'];
type Pack = Matched['packs'][number];

/** The packs of a run with their spreads, the limiting value of each, and its most useful exchange. */
export function MatchedPacks({ run }: { run: Matched }) {
  const { t } = useTranslation('testing');
  const { number } = useFormat();
  const mayProduce = useRight(produce);
  const [page, setPage] = useState(1);
  const codes = useMemo(() => new Map(run.cells.map(({ id, code }) => [id, code])), [run]);
  const size = run.series * run.parallel;
  const possible = Math.floor(run.candidates / size);
  const spread = (spreads: Spreads, name: (typeof shown)[number]) => {
    const value = spreads[name];
    return value === null || value === undefined
      ? NO_VALUE
      : `${number(value, 2)} ${name === 'ocv' ? 'mV' : '%'}`;
  };
  /** Creates a production of one pack, with its members as components. */
  const production = ({ groups }: Pack) =>
    newLink(
      'production',
      {
        productType: run.productType,
        categoryId: run.categoryId,
        bomId: run.bomId,
        planned: 1,
        storeId: run.storeId,
      },
      { codes: groups.flat().flatMap((id) => codes.get(id) ?? []) },
    );
  const packs = run.packs.slice((page - 1) * SIZE, page * SIZE);
  const numberOf = (pack: Pack) => run.packs.indexOf(pack) + 1;
  const columns: FactsColumn<Pack>[] = [
    { id: 'pack', header: t('matching.pack'), name: true, cell: numberOf },
    {
      id: 'capacity_Ah',
      header: t('matching.capacity'),
      number: true,
      cell: ({ capacity_Ah }) => number(capacity_Ah, 2),
    },
    ...shown.map(
      (name): FactsColumn<Pack> => ({
        id: name,
        header: t(`spread.${name}`),
        number: true,
        cell: ({ spreads }) => spread(spreads, name),
      }),
    ),
    {
      id: 'limiting',
      header: t('matching.limiting'),
      cell: ({ limiting }) =>
        limiting
          ? t('matching.limitingAt', {
              measure: t(`measure.${limiting.measure}`),
              part: number(limiting.part * 100, 0),
            })
          : NO_VALUE,
    },
    {
      id: 'members',
      header: t('matching.members'),
      cell: ({ groups }) => (
        <details>
          <summary>{t('matching.pieces', { count: size })}</summary>
          <ol className={styles.codes}>
            {groups.map((group) => (
              <li key={group[0]}>{group.map((id) => codes.get(id)).join(' ∥ ')}</li>
            ))}
          </ol>
        </details>
      ),
    },
    ...(mayProduce
      ? [
          {
            id: 'next',
            header: t('matching.next'),
            cell: (pack: Pack) => (
              <Link
                to={production(pack)}
                className={styles.link}
                aria-label={t('matching.produceOf', { n: numberOf(pack) })}
              >
                {t('matching.produce')}
              </Link>
            ),
          },
        ]
      : []),
    {
      id: 'useful',
      header: t('matching.useful'),
      cell: ({ useful }) =>
        useful
          ? t('matching.swap', {
              out: codes.get(useful.out),
              in: codes.get(useful.in),
              before: number(useful.before * 100, 0),
              after: number(useful.after * 100, 0),
            })
          : NO_VALUE,
    },
  ];
  return (
    <>
      <StatRow>
        <StatTile
          label={t('matching.packs')}
          value={number(run.packs.length)}
          hint={t('matching.packsOf', { possible: number(possible), before: number(run.withinBefore) })}
        />
        {shown.map((name) => (
          <StatTile
            key={name}
            label={t(`spread.${name}`)}
            value={spread(run.after, name)}
            hint={t('matching.before', { value: spread(run.before, name) })}
          />
        ))}
        <StatTile
          label={t('matching.left')}
          value={number(run.left)}
          hint={t('matching.candidates', { total: number(run.candidates) })}
        />
      </StatRow>
      {run.packs.length === 0 ? (
        <EmptyState compact title={t('matching.nothing')} text={t('matching.nothingText')} />
      ) : (
        <div className={styles.after}>
          <FactsTable
            label={t('matching.packs')}
            columns={columns}
            rows={packs}
            keyOf={({ groups }) => String(groups[0]?.[0])}
          />
        </div>
      )}
      {run.packs.length > SIZE && (
        <Pager
          total={run.packs.length}
          page={page}
          size={SIZE}
          sizes={[SIZE]}
          onChange={(next) => setPage(next.page)}
        />
      )}
    </>
  );
}
