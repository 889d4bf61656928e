import { ActionIcon } from '@mantine/core';
import { IconChevronRight, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Area, type AreaData, getAreaData } from '@voltloop/contract/calls/areas.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callRaw } from '../../api/call.ts';
import { Card, EmptyState, ErrorState, PageHeader, SkeletonRows, useFormat } from '../../ui/index.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import styles from './areas-page.module.css';
import { below, countBelow, searchAreas } from './browse.ts';

/**
 * Browses provinces, cities and districts with their codes; the file of all of them is small enough to search here.
 */
export default function AreasPage() {
  const { t } = useTranslation('areas');
  const [params, setParams] = useSearchParams();
  const data = useQuery({
    queryKey: ['areas', 'file'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await (await callRaw(getAreaData, { signal })).json()) as AreaData,
  });
  const search = (params.get('search') ?? '').slice(0, 30);
  const code = /^\d{6}$/.test(params.get('code') ?? '') ? (params.get('code') as string) : '';
  const show = (next: Record<string, string>) =>
    setParams(new URLSearchParams(Object.entries(next).filter(([, value]) => value)), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <>
      <PageHeader title={t('page.title')} description={t('page.description')} />
      <Card padding="flush">
        <div className={styles.bar}>
          <SearchField
            className={styles.search}
            label={t('search')}
            value={search}
            onChange={(text) => show(text ? { search: text } : { code })}
          />
        </div>
        {data.error ? (
          <ErrorState compact error={data.error} onRetry={() => void data.refetch()} />
        ) : !data.data ? (
          <div className={styles.loading}>
            <SkeletonRows rows={8} />
          </div>
        ) : search ? (
          <Results data={data.data} search={search} onOpen={(id) => show({ code: id })} />
        ) : (
          <Browser data={data.data} code={code} onOpen={(id) => show({ code: id })} />
        )}
      </Card>
    </>
  );
}

interface BrowserProps {
  data: AreaData;
  /** Code of the open place; empty for none. */
  code: string;
  onOpen: (id: string) => void;
}

/** Three lists side by side: the choice in one fills the next. */
function Browser({ data, code, onOpen }: BrowserProps) {
  const { t } = useTranslation('areas');
  const province = code && `${code.slice(0, 2)}0000`;
  const cities = province ? below(data, province) : [];
  // Cities directly under a province and districts of a city: the code alone cannot distinguish them.
  const city =
    cities.find(({ id }) => id === code || below(data, id).some((each) => each.id === code))?.id ?? '';
  const districts = city ? below(data, city) : [];
  return (
    <div className={styles.columns}>
      <Level title={t('level.province')} areas={below(data)} open={province} data={data} onOpen={onOpen} />
      <Level
        title={t('level.city')}
        areas={cities}
        open={city}
        data={data}
        onOpen={onOpen}
        hint={t('hint.city')}
      />
      <Level
        title={t('level.district')}
        areas={districts}
        open={city === code ? '' : code}
        data={data}
        onOpen={onOpen}
        hint={t(city ? 'hint.none' : 'hint.district')}
      />
    </div>
  );
}

interface LevelProps {
  title: string;
  areas: readonly Area[];
  open: string;
  data: AreaData;
  onOpen: (id: string) => void;
  /** Shown while the list is empty. */
  hint?: string;
}

function Level({ title, areas, open, data, onOpen, hint }: LevelProps) {
  const { t } = useTranslation('areas');
  const { number } = useFormat();
  return (
    <section className={styles.level} aria-label={title}>
      <h2 className={styles.levelTitle}>
        {title}
        {areas.length > 0 && <span className={styles.count}>{number(areas.length)}</span>}
      </h2>
      {areas.length === 0 && <p className={styles.hint}>{hint}</p>}
      <ul className={styles.list}>
        {areas.map((area) => {
          const inside = countBelow(data, area.id);
          return (
            <li
              key={area.id}
              ref={area.id === open ? scrollToRow : undefined}
              className={styles.row}
              data-open={area.id === open || undefined}
            >
              <button
                type="button"
                className={styles.area}
                aria-current={area.id === open || undefined}
                onClick={() => onOpen(area.id)}
              >
                <span className={styles.name} lang="zh-CN">
                  {area.name}
                </span>
                <span className={styles.code}>{area.id}</span>
                {inside > 0 && (
                  <>
                    <span className="visually-hidden">{t('inside', { count: inside })}</span>
                    <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
                  </>
                )}
              </button>
              <CopyCode area={area} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A URL may open a place far down its list. */
function scrollToRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function CopyCode({ area }: { area: Area }) {
  const { t } = useTranslation('areas');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={t('copy', { name: area.name, code: area.id })}
      title={t('copyShort')}
      onClick={() =>
        void copyText(area.id).then((done) =>
          done
            ? toast.success({ ns: 'areas', key: 'copied', values: { code: area.id } })
            : toast.warning({ ns: 'areas', key: 'notCopied' }),
        )
      }
    >
      <IconCopy size={15} stroke={1.7} />
    </ActionIcon>
  );
}

function Results({ data, search, onOpen }: { data: AreaData; search: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('areas');
  const { number } = useFormat();
  const { list, total } = useMemo(() => searchAreas(data, search), [data, search]);
  if (total === 0) return <EmptyState title={t('empty.title')} text={t('empty.text')} />;
  return (
    <>
      <p className={styles.total} role="status">
        {t(total > list.length ? 'foundMore' : 'found', {
          count: total,
          total: number(total),
          shown: number(list.length),
        })}
      </p>
      <ul className={styles.list} aria-label={t('results')}>
        {list.map((area) => (
          <li key={area.id} className={styles.row}>
            <button type="button" className={styles.area} onClick={() => onOpen(area.id)}>
              <span className={styles.name} lang="zh-CN">
                {area.name}
                {area.above.length > 0 && (
                  <span className={styles.above}>{area.above.map(({ name }) => name).join(' / ')}</span>
                )}
              </span>
              <span className={styles.code}>{area.id}</span>
            </button>
            <CopyCode area={area} />
          </li>
        ))}
      </ul>
    </>
  );
}
