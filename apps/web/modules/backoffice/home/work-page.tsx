import { SegmentedControl, Select } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import type { backofficeWork } from '@voltloop/contract/calls/backoffice-home.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import type { Resource } from '@voltloop/resource-kit';
import { registry } from '@voltloop/resources/registry.ts';
import { screens } from '@voltloop/resources/screens.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { isRefused } from '../../../api/errors.ts';
import { languageOf } from '../../../context/language-of.ts';
import {
  Card,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatusBadge,
  useFormat,
} from '../../../ui/index.ts';
import { queryProps } from '../../../ui/list/table-props.ts';
import { TwoLines } from '../../../ui/list/two-lines.tsx';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { rowPath } from '../../resources/index.ts';
import { type WorkView, workPage } from './queries.ts';
import styles from './work-page.module.css';
import { workAddress } from './work-url.ts';

type Work = ReplyOf<typeof backofficeWork>['list'][number];

const NO_ROWS: readonly Work[] = [];
const NO_DECLARATIONS: ReadonlyMap<string, Resource> = new Map();
/** The value for all kinds. */
const ANY = '';

/** All records of pending work, of all kinds. */
export default function WorkPage() {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  const [params, setParams] = useSearchParams();
  const view = workAddress.fromUrl(params);
  const found = useQuery(workPage(view));
  const columns = useColumns(found.data?.resources ?? NO_DECLARATIONS);
  if (isRefused(found.error)) return <NoPermission />;
  const show = (next: Partial<WorkView>) =>
    setParams(workAddress.toUrl({ ...view, page: 1, ...next }), { replace: true, preventScrollReset: true });
  const { list = NO_ROWS, total = 0, kinds = [] } = found.data?.work ?? {};
  const nameOf = (kind: string) => registry[kind]?.one[languageOf(language)] ?? kind;
  return (
    <>
      <BackLink to={screens.home.path}>{screens.home.name[languageOf(language)]}</BackLink>
      <PageHeader
        title={t('work.title')}
        description={t('work.description')}
        tools={
          <>
            <Select
              size="sm"
              aria-label={t('work.kind')}
              allowDeselect={false}
              data={[
                { value: ANY, label: t('work.anyKind') },
                ...kinds.map(({ resource, count }) => ({
                  value: resource,
                  label: t('work.kindCount', { kind: nameOf(resource), count }),
                })),
              ]}
              value={view.kind ?? ANY}
              onChange={(kind) => show({ kind: kind || null })}
            />
            <SegmentedControl
              size="sm"
              aria-label={t('work.of.label')}
              value={view.own ? 'own' : 'all'}
              onChange={(of) => show({ own: of === 'own' })}
              data={(['all', 'own'] as const).map((value) => ({ value, label: t(`work.of.${value}`) }))}
            />
          </>
        }
      />
      <Card padding="flush">
        <DataTable<Work>
          label={t('work.title')}
          columns={columns}
          rows={list}
          keyOf={({ id }) => id}
          hrefOf={({ resource, id }) => rowPath(resource, id)}
          {...queryProps(found)}
          card={(work) => <WorkCard work={work} columns={columns} />}
          cardHeight={72}
          empty={
            <EmptyState
              icon={<IconCircleCheck size={22} stroke={1.6} />}
              title={t(kinds.length === 0 ? 'work.none' : 'work.noneOf')}
              text={t('work.noneText')}
            />
          }
        />
        {total > 0 && (
          <div className={styles.foot}>
            <Pager total={total} page={view.page} size={view.size} onChange={show} />
          </div>
        )}
      </Card>
    </>
  );
}

function WorkCard({ work, columns }: { work: Work; columns: readonly Column<Work>[] }) {
  const { t } = useTranslation('backofficeHome');
  const [what, , state] = columns;
  return (
    <div className={styles.card}>
      <span className={styles.text}>
        {what?.cell?.({ ...work, own: false }, { active: false })}
        <span className={styles.about}>
          {[work.own && t('work.own'), work.about].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.side}>
        {state?.cell?.(work, { active: false })}
        <span>{work.day}</span>
      </span>
    </div>
  );
}

function useColumns(resources: ReadonlyMap<string, Resource>): Column<Work>[] {
  const { t } = useTranslation('backofficeHome');
  const { language } = useFormat();
  return useMemo(() => {
    const of = languageOf(language);
    return [
      {
        id: 'what',
        header: t('work.column.what'),
        minWidth: 200,
        grow: 2,
        essential: true,
        cell: ({ resource, no, own }) => (
          <TwoLines
            main={[registry[resource]?.one[of] ?? resource, no].filter(Boolean).join(' ')}
            sub={own ? t('work.own') : undefined}
          />
        ),
      },
      {
        id: 'about',
        header: t('work.column.about'),
        minWidth: 180,
        grow: 2,
        value: ({ about }) => about ?? NO_VALUE,
      },
      {
        id: 'state',
        header: t('work.column.state'),
        width: 130,
        cell: ({ resource, status }) => {
          const field = resources.get(resource)?.fields.status;
          if (field?.kind !== 'option') return NO_VALUE;
          return (
            <StatusBadge tone={field.tones?.[status] ?? 'neutral'} variant="plain">
              {optionLabel(field.list, status, of)}
            </StatusBadge>
          );
        },
      },
      { id: 'day', header: t('work.column.day'), width: 120, value: ({ day }) => day },
    ];
  }, [t, language, resources]);
}
