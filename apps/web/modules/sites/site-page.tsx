import { Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconDots,
  IconFileText,
  IconListDetails,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSite, type SiteDetail } from '@voltloop/contract/calls/sites.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../api/call.ts';
import { ApiError, isRefused } from '../../api/errors.ts';
import { useTabTitle } from '../../context/tab-context.ts';
import { useAccount } from '../../context/use-account.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  NoPermission,
  PageHeader,
  SkeletonChart,
  SkeletonPage,
  SkeletonRows,
  useFormat,
} from '../../ui/index.ts';
import { BackLink } from '../../ui/page/back-link.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { loadForecastCard, loadYearCard } from '../energy/index.ts';
import { eventsPath } from '../events/index.ts';
import { DEVICE_LIST_PATH, ThingState } from '../things/index.ts';
import { DevicesCard } from './devices-card.tsx';
import { FlowCard } from './flow-card.tsx';
import { SITES_PATH } from './paths.ts';
import { SiteProblem } from './problem.tsx';
import { oneSite, siteForecastOf, siteHours } from './queries.ts';
import { SiteFacts } from './site-facts.tsx';
import styles from './sites.module.css';
import { TodayCard } from './today-card.tsx';

const CostCard = lazy(() => import('./cost-card.tsx').then((m) => ({ default: m.CostCard })));
const TransfersCard = lazy(() => import('./transfers-card.tsx').then((m) => ({ default: m.TransfersCard })));
const EnergyCard = lazy(() => import('./energy-card.tsx').then((m) => ({ default: m.EnergyCard })));
const NotesCard = lazy(() => import('./notes-card.tsx').then((m) => ({ default: m.NotesCard })));
const ForecastCard = lazy(async () => ({ default: (await loadForecastCard()).ForecastCard }));
const YearCard = lazy(async () => ({ default: (await loadYearCard()).YearCard }));
const SiteDialog = lazy(() => import('./site-dialog.tsx').then((m) => ({ default: m.SiteDialog })));
const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })));
const TransferDialog = lazy(() =>
  import('./transfer-dialog.tsx').then((m) => ({ default: m.TransferDialog })),
);

/** One site: state, power and energy of its devices together, and notes. */
export default function SitePage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('sites');
  const { tenantId } = useAccount();
  const site = useQuery(oneSite(tenantId, id));
  useTabTitle(site.data?.name ?? t('site'));

  if (site.data) return <KnownSite key={id} site={site.data} />;
  if (site.isPending) return <SkeletonPage />;
  if (site.error instanceof ApiError && site.error.status === 404)
    return (
      <EmptyState
        title={t('unknown')}
        text={t('unknownText')}
        action={<Link to={SITES_PATH}>{t('back')}</Link>}
      />
    );
  if (isRefused(site.error)) return <NoPermission />;
  return <ErrorState error={site.error} onRetry={() => void site.refetch()} />;
}

function KnownSite({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { date } = useFormat();
  const { tenantId } = useAccount();
  return (
    <>
      <BackLink to={SITES_PATH}>{t('back')}</BackLink>
      <PageHeader
        title={site.name}
        meta={site.status !== null && <ThingState status={site.status} />}
        description={<SiteFacts site={site} />}
        tools={<Tools site={site} />}
      />
      <div className={styles.page}>
        <SiteProblem site={site} />
        <div className={styles.now}>
          <FlowCard site={site} />
          <div className={styles.side}>
            <TodayCard site={site} />
            <DevicesCard site={site} />
          </div>
        </div>
        <Suspense fallback={<SkeletonChart height={360} />}>
          <ForecastCard zone={site.time_zone} forecast={siteForecastOf(tenantId, site.id)} />
          <EnergyCard site={site} />
          <YearCard zone={site.time_zone} hours={siteHours(tenantId, site.id)} />
          <CostCard site={site} />
        </Suspense>
        <div className={styles.pair}>
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <NotesCard site={site} />
          </Suspense>
          <Suspense>
            <TransfersCard site={site} />
          </Suspense>
        </div>
        {site.visible_from !== null && (
          <Card>{t('pastKept', { date: date(site.visible_from, 'dateTime', site.time_zone) })}</Card>
        )}
      </div>
    </>
  );
}

function Tools({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('sites');
  const { tenantId, id } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'transfer' | 'delete' | 'report' | null>(null);
  const close = () => setOpen(null);
  const links = (
    <>
      <Button
        component={Link}
        to={`${DEVICE_LIST_PATH}?site=${site.id}`}
        size="sm"
        variant="default"
        leftSection={<IconListDetails size={16} stroke={1.8} />}
      >
        {t('devicesOf')}
      </Button>
      <Button
        component={Link}
        to={eventsPath({ state: 'all', site: site.id })}
        size="sm"
        variant="default"
        leftSection={<IconAlertTriangle size={16} stroke={1.8} />}
      >
        {t('eventsOf')}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileText size={16} stroke={1.8} />}
        onClick={() => setOpen('report')}
      >
        {t('report.title')}
      </Button>
      <Suspense>{open === 'report' && <ReportDialog site={site} onClose={close} />}</Suspense>
    </>
  );
  if (!site.may_change && site.owner.id !== id) return links;
  return (
    <>
      {links}
      {site.may_change && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.8} />}
          onClick={() => setOpen('edit')}
        >
          {t('edit')}
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button size="sm" variant="default" px="xs" aria-label={t('more')}>
            <IconDots size={16} stroke={1.8} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconArrowsExchange size={16} stroke={1.8} />}
            onClick={() => setOpen('transfer')}
          >
            {t('transfer.menu')}
          </Menu.Item>
          {site.may_change && (
            <Menu.Item
              leftSection={<IconTrash size={16} stroke={1.8} />}
              disabled={site.devices > 0}
              onClick={() => setOpen('delete')}
            >
              {t(site.devices > 0 ? 'deleteNotEmpty' : 'delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {open === 'edit' && <SiteDialog open={site} onClose={close} />}
        {open === 'transfer' && <TransferDialog of={{ site: site.id, name: site.name }} onClose={close} />}
      </Suspense>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('deleteTitle', { name: site.name })}
        confirmLabel={t('delete')}
        danger
        onConfirm={async () => {
          await call(deleteSite, { params: { tenantId, id: site.id } });
          toast.success({ ns: 'sites', key: 'deleted', values: { name: site.name } });
          void navigate(SITES_PATH);
          await client.invalidateQueries({ queryKey: ['sites', 'list'] });
        }}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </>
  );
}
