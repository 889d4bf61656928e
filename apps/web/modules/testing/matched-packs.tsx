import type { Matched } from '@voltloop/contract/calls/testing.ts';
import { rightOf } from '@voltloop/resource-kit/rights.ts';
import { registry } from '@voltloop/resources/registry.ts';
import { EmptyState, NO_VALUE, StatRow, StatTile, useFormat } from '@voltloop/ui';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRight } from '../../context/rights.ts';
import { newLink } from '../resources/index.ts';
import styles from './testing.module.css';

const produce = rightOf(registry.production as { menu: number }, 'insert');

const SIZE = 50;
const shown = ['capacity', 'dcir', 'ocv'] as const;
type Spreads = Matched['before'];

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
  const production = ({ groups }: Matched['packs'][number]) =>
    newLink(
      'production',
      {
        ...{ productType: run.productType, categoryId: run.categoryId, bomId: run.bomId },
        ...{ planned: 1, storeId: run.storeId },
      },
      { codes: groups.flat().flatMap((id) => codes.get(id) ?? []) },
    );
  const packs = run.packs.slice((page - 1) * SIZE, page * SIZE);
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be focusable
        <section className={`${styles.scroll} ${styles.after}`} aria-label={t('matching.packs')} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('matching.pack')}</th>
                <th scope="col" data-number>
                  {t('matching.capacity')}
                </th>
                {shown.map((name) => (
                  <th scope="col" data-number key={name}>
                    {t(`spread.${name}`)}
                  </th>
                ))}
                <th scope="col">{t('matching.limiting')}</th>
                <th scope="col">{t('matching.members')}</th>
                {mayProduce && <th scope="col">{t('matching.next')}</th>}
                <th scope="col">{t('matching.useful')}</th>
              </tr>
            </thead>
            <tbody>
              {packs.map((pack, n) => (
                <tr key={pack.groups[0]?.[0]}>
                  <th scope="row">{(page - 1) * SIZE + n + 1}</th>
                  <td data-number>{number(pack.capacity_Ah, 2)}</td>
                  {shown.map((name) => (
                    <td data-number key={name}>
                      {spread(pack.spreads, name)}
                    </td>
                  ))}
                  <td>
                    {pack.limiting
                      ? t('matching.limitingAt', {
                          measure: t(`measure.${pack.limiting.measure}`),
                          part: number(pack.limiting.part * 100, 0),
                        })
                      : NO_VALUE}
                  </td>
                  <td>
                    <details>
                      <summary>{t('matching.pieces', { count: size })}</summary>
                      <ol className={styles.codes}>
                        {pack.groups.map((group) => (
                          <li key={group[0]}>{group.map((id) => codes.get(id)).join(' ∥ ')}</li>
                        ))}
                      </ol>
                    </details>
                  </td>
                  {mayProduce && (
                    <td>
                      <Link
                        to={production(pack)}
                        className={styles.link}
                        aria-label={t('matching.produceOf', { n: (page - 1) * SIZE + n + 1 })}
                      >
                        {t('matching.produce')}
                      </Link>
                    </td>
                  )}
                  <td>
                    {pack.useful
                      ? t('matching.swap', {
                          out: codes.get(pack.useful.out),
                          in: codes.get(pack.useful.in),
                          before: number(pack.useful.before * 100, 0),
                          after: number(pack.useful.after * 100, 0),
                        })
                      : NO_VALUE}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
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
