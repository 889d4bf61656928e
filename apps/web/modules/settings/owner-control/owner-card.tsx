import { Button } from '@mantine/core';
import { IconAdjustments, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type OwnerControl, readOwnerControl } from '@voltloop/contract/calls/owner-control.ts';
import { clockText } from '@voltloop/domain/clock/clock-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { failureOf } from '../../../api/query-failure.ts';
import { useAccount } from '../../../context/use-account.ts';
import {
  Card,
  EmptyState,
  ErrorState,
  NO_VALUE,
  RelativeTime,
  SkeletonRows,
  useFormat,
} from '../../../ui/index.ts';
import { useMutation } from '../../../ui/query/use-mutation.ts';
import { LimitsDialog } from './limits-dialog.tsx';
import styles from './owner-control.module.css';
import { OwnerDialog } from './owner-dialog.tsx';
import { OwnerResult } from './owner-result.tsx';
import { ownerControlChanged, ownerControlOf } from './queries.ts';

/** Reserve, work mode and windows of a battery, and a button to change them within the limits. */
export function OwnerCard({ devid, zone }: { devid: string; zone: string }) {
  const { t } = useTranslation('ownerControl');
  const { tenantId } = useAccount();
  const [open, setOpen] = useState<'change' | 'limits' | null>(null);
  const query = useQuery(ownerControlOf(tenantId, devid));
  const failure = failureOf(query);
  const { data } = query;
  const close = () => setOpen(null);
  if (data && !data.supported) return null;
  return (
    <Card
      title={t('title')}
      description={data?.limits?.enabled ? t('hint', { zone }) : undefined}
      tools={
        data && (
          <>
            {data.may_limit && (
              <Button size="xs" variant="default" onClick={() => setOpen('limits')}>
                {t('limits.open')}
              </Button>
            )}
            {data.limits?.enabled && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconAdjustments size={15} />}
                onClick={() => setOpen('change')}
              >
                {t('change')}
              </Button>
            )}
          </>
        )
      }
    >
      {failure ? (
        <ErrorState compact error={failure} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.limits?.enabled ? (
        <Present control={data} zone={zone} />
      ) : (
        <EmptyState
          compact
          title={t(data.may_limit ? 'closed.installer' : 'closed.owner')}
          text={t(data.may_limit ? 'closed.installerText' : 'closed.ownerText')}
        />
      )}
      {data?.limits && open === 'change' && (
        <OwnerDialog control={data} limits={data.limits} onClose={close} />
      )}
      {data && open === 'limits' && <LimitsDialog control={data} onClose={close} />}
    </Card>
  );
}

function Present({ control, zone }: { control: OwnerControl; zone: string }) {
  const { t } = useTranslation('ownerControl');
  const { number } = useFormat();
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const { values, outside, change, read_at, devid } = control;
  const read = useMutation({
    mutationFn: () => call(readOwnerControl, { params: { tenantId, thingsId: devid } }),
    onSettled: () => ownerControlChanged(client, tenantId),
  });
  const known = { 0: t('mode.0'), 1: t('mode.1'), 2: t('mode.2') } as Record<number, string>;
  const other = values.mode === null ? NO_VALUE : t('mode.other');
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('reserve')}</dt>
          <dd>{values.reserve_pct === null ? NO_VALUE : `${number(values.reserve_pct)} %`}</dd>
        </div>
        <div>
          <dt>{t('mode.label')}</dt>
          <dd>{known[values.mode ?? -1] ?? other}</dd>
        </div>
        <div>
          <dt>{t('windows.label')}</dt>
          <dd>
            {values.windows === null ? (
              NO_VALUE
            ) : values.windows.length === 0 ? (
              t('windows.none')
            ) : (
              <ul className="plain">
                {values.windows.map((window) => (
                  <li key={window.start_min}>
                    {clockText(window.start_min)}–{clockText(window.end_min)} {t(`action.${window.action}`)}
                    {window.action !== 'hold' && ` ${number(window.power_w / 1000, 1)} kW`}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      {outside.length > 0 && (
        <p className={styles.outside}>
          {t('outside', { what: outside.map((name) => t(`name.${name}`)).join(t('comma')) })}
        </p>
      )}
      {change && <OwnerResult change={change} zone={zone} />}
      <p className={styles.read}>
        {read_at === null ? (
          t('neverRead')
        ) : (
          <span>
            {t('readAt')} <RelativeTime time={read_at} zone={zone} />
          </span>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRefresh size={14} />}
          loading={read.isPending}
          disabled={!control.online}
          onClick={() => read.mutate()}
        >
          {t('read')}
        </Button>
        {!control.online && <span>{t('offline')}</span>}
      </p>
    </>
  );
}
