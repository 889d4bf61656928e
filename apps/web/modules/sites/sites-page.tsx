import { Button } from '@mantine/core';
import { IconFileExport, IconFileText, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@voltloop/contract/calls/sites.ts';
import { sitesList } from '@voltloop/contract/lists/sites.list.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { EXPORTS_PATH } from '../../ui/devices/export-url.ts';
import { EmptyState, NO_VALUE, PageHeader, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { NoDevices } from '../first-steps/index.ts';
import { DEVICE_LIST_PATH, SocBar, ThingState } from '../things/index.ts';
import { mayManage, sitePath } from './paths.ts';
import { PendingTransfers } from './pending-transfers.tsx';
import { sitesPage, tagsInUse } from './queries.ts';
import { SiteTags } from './site-tags.tsx';
import styles from './sites.module.css';

const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })));
const SiteDialog = lazy(() => import('./site-dialog.tsx').then((m) => ({ default: m.SiteDialog })));

/** Every site of the account, sites with problems first. */
export default function SitesPage() {
  const { t } = useTranslation(['sites', 'routes']);
  const language = languageOf(useFormat().language);
  const { tenantId, roleId } = useAccount();
  const navigate = useNavigate();
  const place = useListPlace(sitesList);
  const found = useQuery(sitesPage(tenantId, place));
  const tags = useQuery(tagsInUse(tenantId)).data;
  const [making, setMaking] = useState(false);
  const [reporting, setReporting] = useState(false);
  return (
    <div className={styles.page}>
      <DeclaredList
        list={sitesList}
        place={place}
        label={t('title')}
        found={found}
        keyOf={(site) => site.id}
        header={
          <>
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
          </>
        }
        options={{ tags: tags?.map(({ tag }) => ({ value: tag, label: tag })) }}
        cells={{
          name: (site) => <TwoLines main={site.name} sub={site.address || site.time_zone} />,
          status: ({ status }) =>
            status === null ? NO_VALUE : <ThingState status={status} variant="plain" />,
          problem: ({ problem }) =>
            problem ? <TwoLines main={problem.name[language]} sub={problem.devid} /> : NO_VALUE,
          owner: ({ owner }) => <TwoLines main={owner.name} sub={owner.user_name} />,
          soc: ({ power }) => <SocBar soc_pct={power.soc} />,
          tags: (site) => (site.tags.length > 0 ? <SiteTags tags={site.tags} /> : NO_VALUE),
        }}
        hrefOf={(site) => sitePath(site.id)}
        rowHeight={52}
        card={(site) => <SiteCard site={site} />}
        cardHeight={84}
        empty={
          mayManage(roleId) ? (
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
      />
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
