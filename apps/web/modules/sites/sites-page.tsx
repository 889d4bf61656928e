import { Button } from '@mantine/core';
import { IconFileExport, IconFileText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@voltloop/contract/calls/sites.ts';
import { sitesList } from '@voltloop/contract/lists/sites.list.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { isRefused } from '../../api/errors.ts';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { EXPORTS_PATH } from '../../ui/devices/export-url.ts';
import { Card, EmptyState, NO_VALUE, NoPermission, PageHeader, useFormat } from '../../ui/index.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { NoMatch } from '../../ui/list/no-match.tsx';
import { queryProps, sortProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { NoDevices } from '../first-steps/index.ts';
import { DEVICE_LIST_PATH, SocBar, stateOf, ThingState } from '../things/index.ts';
import { mayManage, sitePath } from './paths.ts';
import { PendingTransfers } from './pending-transfers.tsx';
import { sitesPage } from './queries.ts';
import { SiteTags } from './site-tags.tsx';
import styles from './sites.module.css';
import { SitesFilter } from './sites-filter.tsx';
import { builtSites, type SitesView, sitesFromUrl, sitesToUrl } from './sites-url.ts';

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })));
const SiteDialog = lazy(() => import('./site-dialog.tsx').then((m) => ({ default: m.SiteDialog })));

/** Every site of the account, sites with problems first. */
export default function SitesPage() {
  const { t } = useTranslation(['sites', 'things', 'routes']);
  const { number } = useFormat();
  const { tenantId, roleId } = useAccount();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => sitesFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<SitesView>) =>
    setParams(sitesToUrl({ ...view, page: 1, ...next }), { replace: true, preventScrollReset: true });
  const [making, setMaking] = useState(false);
  const [reporting, setReporting] = useState(false);
  const sites = useQuery(sitesPage(tenantId, view));
  const columns = useSiteColumns();

  if (isRefused(sites.error)) return <NoPermission />;
  const total = sites.data?.total ?? 0;
  const narrowed = view.search !== '' || view.state !== null || view.tags.length > 0;
  const chips = [
    ...(view.state === null
      ? []
      : [
          {
            id: 'state',
            text: t('pair', {
              ns: 'common',
              name: t('filter.state'),
              value: t(`state.${stateOf(view.state).name}`, { ns: 'things' }),
            }),
            onRemove: () => show({ state: null }),
          },
        ]),
    ...view.tags.map((tag) => ({
      id: `tag ${tag}`,
      text: tag,
      onRemove: () => show({ tags: view.tags.filter((each) => each !== tag) }),
    })),
  ];
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          <>
            <Button
              component={Link}
              to={EXPORTS_PATH}
              variant="default"
              size="sm"
              leftSection={<IconFileExport size={16} stroke={1.8} />}
            >
              {t('exports', { ns: 'routes' })}
            </Button>
            <Button
              variant="default"
              size="sm"
              leftSection={<IconFileText size={16} stroke={1.8} />}
              onClick={() => setReporting(true)}
            >
              {t('report.button')}
            </Button>
            {mayManage(roleId) && (
              <Button
                size="sm"
                leftSection={<IconPlus size={16} stroke={1.8} />}
                onClick={() => setMaking(true)}
              >
                {t('new')}
              </Button>
            )}
          </>
        }
      />
      <PendingTransfers />
      <Card padding="flush">
        <ListBar
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          chips={{ filters: chips, onClear: () => show({ state: null, tags: [] }) }}
        >
          <SitesFilter view={view} onApply={show} />
        </ListBar>
        <DataTable<Site>
          label={t('title')}
          columns={columns}
          rows={sites.data?.list ?? []}
          keyOf={(site) => site.id}
          hrefOf={(site) => sitePath(site.id)}
          {...sortProps(view, sitesList.sort.by, builtSites, show)}
          {...queryProps(sites)}
          rowHeight={52}
          card={(site) => <SiteCard site={site} />}
          cardHeight={84}
          empty={
            narrowed ? (
              <NoMatch
                title={t('noMatch')}
                text={t('noMatchText')}
                clear={t('clear')}
                onClear={() => show(builtSites)}
              />
            ) : mayManage(roleId) ? (
              <EmptyState
                title={t('empty')}
                text={t('emptyManage')}
                action={
                  <span className={styles.actions}>
                    <Button size="xs" variant="default" onClick={() => setMaking(true)}>
                      {t('new')}
                    </Button>
                    <Button component={Link} to={DEVICE_LIST_PATH} size="xs" variant="default">
                      {t('emptyDevices')}
                    </Button>
                  </span>
                }
              />
            ) : (
              <NoDevices title={t('empty')} />
            )
          }
          footer={
            total > 10 ? (
              <Pager
                page={view.page}
                size={view.size}
                total={total}
                onChange={(at) => show(at)}
                autoScroll={false}
              />
            ) : (
              <span role="status">{t('count', { count: total, n: number(total) })}</span>
            )
          }
        />
      </Card>
      {reporting && (
        <Suspense>
          <ReportDialog site={null} onClose={() => setReporting(false)} />
        </Suspense>
      )}
      {making && (
        <Suspense>
          <SiteDialog
            open="new"
            onClose={() => setMaking(false)}
            onMade={(id) => void navigate(sitePath(id))}
          />
        </Suspense>
      )}
    </div>
  );
}

function useSiteColumns(): Column<Site>[] {
  const { t } = useTranslation('sites');
  const { number, language: code } = useFormat();
  const language = languageOf(code);
  return useMemo<Column<Site>[]>(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        essential: true,
        sortable: true,
        minWidth: 180,
        grow: 2,
        cell: (site) => <TwoLines main={site.name} sub={site.address || site.time_zone} />,
      },
      {
        id: 'status',
        header: t('column.status'),
        sortable: true,
        width: 132,
        cell: ({ status }) => (status === null ? NO_VALUE : <ThingState status={status} variant="plain" />),
      },
      {
        id: 'problem',
        header: t('column.problem'),
        minWidth: 200,
        grow: 2,
        hideBelow: 900,
        cell: ({ problem }) =>
          problem ? <TwoLines main={problem.name[language]} sub={problem.devid} /> : NO_VALUE,
      },
      {
        id: 'owner',
        header: t('column.owner'),
        sortable: true,
        minWidth: 140,
        grow: 1,
        cell: ({ owner }) => <TwoLines main={owner.name} sub={owner.user_name} />,
      },
      {
        id: 'devices',
        header: t('column.devices'),
        width: 96,
        align: 'end',
        cell: ({ devices }) => number(devices),
      },
      {
        id: 'soc',
        header: t('column.soc'),
        width: 144,
        hideBelow: 760,
        cell: ({ power }) => <SocBar soc_pct={power.soc} />,
      },
      {
        id: 'tags',
        header: t('column.tags'),
        minWidth: 120,
        hideBelow: 1180,
        cell: ({ tags }) => (tags.length > 0 ? <SiteTags tags={tags} /> : NO_VALUE),
      },
    ],
    [t, number, language],
  );
}

/** A site on a phone. */
function SiteCard({ site }: { site: Site }) {
  const { t } = useTranslation('sites');
  const { number, language: code } = useFormat();
  const language = languageOf(code);
  return (
    <div className={styles.card}>
      <span className={styles.main}>{site.name}</span>
      <span className={styles.end}>
        {site.status === null ? NO_VALUE : <ThingState status={site.status} variant="plain" />}
      </span>
      <span className={styles.sub}>{site.owner.name === site.name ? site.address : site.owner.name}</span>
      <span className={`${styles.sub} ${styles.end}`}>
        {t('devicesShort', { count: site.devices, n: number(site.devices) })}
      </span>
      <span className={styles.sub}>
        {site.problem ? site.problem.name[language] : site.owner.name === site.name ? '' : site.address}
      </span>
    </div>
  );
}
