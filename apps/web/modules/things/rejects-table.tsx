import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import type { listRejects } from '@voltloop/contract/calls/telemetry.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, RelativeTime } from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './commands-tab.module.css';
import { thingPath } from './monitoring-url.ts';
import { rejects } from './queries.ts';

type Reject = ReplyOf<typeof listRejects>['list'][number];

/** Unreadable or unstorable messages, of one device or of all devices visible to the account. */
export function RejectsTable({ devid, zone }: { devid?: string; zone?: string }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const [page, setPage] = useState({ page: 1, size: 20 });
  const rows = useQuery(rejects(tenantId, devid ?? null, page.page, page.size));
  const columns = useMemo<Column<Reject>[]>(() => {
    const device: Column<Reject> = {
      id: 'device',
      header: t('rejects.device'),
      width: 150,
      cell: (row) => <Link to={thingPath(row.devid, 'rejects')}>{row.devid}</Link>,
    };
    return [
      {
        id: 'time',
        header: t('rejects.time'),
        width: 140,
        cell: (row) => <RelativeTime time={row.received_at} {...(zone ? { zone } : {})} />,
      },
      ...(devid === undefined ? [device] : []),
      { id: 'kind', header: t('rejects.kind'), width: 120, hideBelow: 900, value: (row) => kindOf(row, t) },
      { id: 'reason', header: t('rejects.reason'), width: 170, value: (row) => reasonOf(row, t) },
      {
        id: 'details',
        header: t('rejects.details'),
        minWidth: 200,
        grow: 2,
        cell: (row) => <Excerpt text={detailsOf(row)} />,
      },
      {
        id: 'excerpt',
        header: t('rejects.excerpt'),
        minWidth: 220,
        grow: 3,
        hideBelow: 1000,
        cell: (row) => <Excerpt text={row.payload} />,
      },
    ];
  }, [t, devid, zone]);
  return (
    // The page of all devices has title and description in its own header.
    <Card
      {...(devid === undefined ? {} : { title: t('rejects.title'), description: t('rejects.hint') })}
      padding="flush"
    >
      <DataTable<Reject>
        label={t('rejects.title')}
        columns={columns}
        rows={rows.data?.list ?? []}
        keyOf={(row) => `${row.devid} ${row.received_at} ${row.topic} ${row.reason} ${row.payload}`}
        card={(row) => <RejectCard row={row} zone={zone} named={devid === undefined} />}
        cardHeight={96}
        {...queryProps(rows)}
        empty={<EmptyState compact title={t('rejects.none')} text={t('rejects.noneText')} />}
        footer={
          (rows.data?.total ?? 0) > 10 && (
            <Pager
              page={page.page}
              size={page.size}
              total={rows.data?.total ?? 0}
              onChange={setPage}
              autoScroll={false}
            />
          )
        }
      />
    </Card>
  );
}

/** A reject on a phone. */
function RejectCard({ row, zone, named }: { row: Reject; zone: string | undefined; named: boolean }) {
  const { t } = useTranslation('things');
  return (
    <div className={styles.card}>
      <strong>{reasonOf(row, t)}</strong>
      <span>
        <RelativeTime time={row.received_at} {...(zone ? { zone } : {})} />
      </span>
      <span className={styles.cardText} title={row.payload}>
        {detailsOf(row) || row.payload.slice(0, 200)}
      </span>
      <span className={styles.cardText}>
        {kindOf(row, t)}
        {named && (
          <>
            {' · '}
            <Link to={thingPath(row.devid, 'rejects')}>{row.devid}</Link>
          </>
        )}
      </span>
    </div>
  );
}

function Excerpt({ text }: { text: string }) {
  return (
    <span className={styles.what} title={text}>
      {text}
    </span>
  );
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The reason before the colon is translated; the rest is a detail. */
function reasonOf({ reason }: Reject, t: Translate): string {
  const [code = reason] = reason.split(':', 1);
  return t(`rejects.reasons.${code}`, { defaultValue: code });
}

const detailsOf = ({ reason }: Reject) =>
  reason.includes(':') ? reason.slice(reason.indexOf(':') + 1).trim() : '';

function kindOf({ topic }: Reject, t: Translate): string {
  const kind = topic.split('/').at(-1) ?? '';
  return t(`rejects.kinds.${kind}`, { defaultValue: kind });
}
