import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Period } from '@voltloop/contract/calls/periods.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import { Card, NO_VALUE, NoPermission, PageHeader, StatusBadge, useFormat } from '../../ui/index.ts';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { CloseMonth } from './close-month.tsx';
import styles from './periods.module.css';
import { allPeriods } from './queries.ts';
import { ReopenMonth } from './reopen-month.tsx';

const NO_ROWS: readonly Period[] = [];

/** The months of the stock ledger: which are closed, and what prevents closing the others. */
export default function PeriodsPage() {
  const { t } = useTranslation('periods');
  const found = useQuery(allPeriods);
  const [confirming, setConfirming] = useState<Period | null>(null);
  const close = () => setConfirming(null);
  const actions = (period: Period, active: boolean) => (
    <ChangeButton period={period} active={active} onChange={setConfirming} />
  );
  const columns = useColumns(actions);
  const table = useTableView('periods', columns);
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <Card padding="flush">
        <DataTable<Period>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={found.data ?? NO_ROWS}
          keyOf={(period) => period.month}
          {...queryProps(found)}
          rowHeight={52}
          card={(period, { active }) => (
            <div className={styles.card}>
              <TwoLines main={period.month} sub={t('counts', { posted: period.posted, open: period.open })} />
              <State period={period} />
              {actions(period, active)}
            </div>
          )}
          cardHeight={104}
        />
      </Card>
      {confirming && confirming.closedAt === null && <CloseMonth period={confirming} onClose={close} />}
      {confirming && confirming.closedAt !== null && <ReopenMonth period={confirming} onClose={close} />}
    </>
  );
}

function State({ period: { closedAt, over } }: { period: Period }) {
  const { t } = useTranslation('periods');
  if (closedAt !== null) return <StatusBadge tone="ok">{t('state.closed')}</StatusBadge>;
  return <StatusBadge tone="info">{t(over ? 'state.open' : 'state.current')}</StatusBadge>;
}

interface ChangeButtonProps {
  period: Period;
  /** Whether Tab reaches its button: only in the row with the focus. */
  active: boolean;
  onChange: (period: Period) => void;
}

/** Closes or reopens the month, if the account may. */
function ChangeButton({ period, active, onChange }: ChangeButtonProps) {
  const { t } = useTranslation('periods');
  const mayClose = useRight(rights.periods.close);
  const mayReopen = useRight(rights.periods.reopen);
  const closed = period.closedAt !== null;
  if (closed ? !mayReopen : !mayClose || !period.over) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      tabIndex={active ? 0 : -1}
      aria-label={t(closed ? 'reopen.of' : 'close.of', { month: period.month })}
      onClick={() => onChange(period)}
    >
      {t(closed ? 'reopen.button' : 'close.button')}
    </Button>
  );
}

function useColumns(actions: (period: Period, active: boolean) => ReactNode): Column<Period>[] {
  const { t } = useTranslation('periods');
  const { number, date } = useFormat();
  const columns = useMemo<Column<Period>[]>(
    () => [
      {
        id: 'month',
        header: t('column.month'),
        width: 120,
        essential: true,
        value: ({ month }) => month,
      },
      {
        id: 'state',
        header: t('column.state'),
        width: 150,
        cell: (period) => <State period={period} />,
      },
      { id: 'posted', header: t('column.posted'), width: 130, value: ({ posted }) => number(posted) },
      { id: 'open', header: t('column.open'), width: 130, value: ({ open }) => number(open) },
      {
        id: 'closed',
        header: t('column.closed'),
        minWidth: 200,
        grow: 1,
        hideBelow: 760,
        cell: ({ closedAt, closedBy }) =>
          closedAt === null ? NO_VALUE : <TwoLines main={date(closedAt)} sub={closedBy} />,
      },
    ],
    [t, number, date],
  );
  return [
    ...columns,
    {
      id: 'actions',
      header: t('column.actions'),
      width: 160,
      chrome: true,
      cell: (period, { active }) => actions(period, active),
    },
  ];
}
