import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import type { Command } from '@voltloop/contract/calls/commands.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, RelativeTime, StatusBadge, type Tone } from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { type Dictionary, useDictionary } from '../telemetry/index.ts';
import styles from './commands-tab.module.css';
import { ledger } from './queries.ts';

const tones: Record<Command['state'], Tone> = {
  queued: 'neutral',
  sent: 'info',
  answered: 'ok',
  failed: 'danger',
  expired: 'warning',
  cancelled: 'neutral',
};

/** Every command to the device, newest first; states change as the device answers. */
export function CommandLedger({ thing }: { thing: Thing }) {
  const { t } = useTranslation(['things', 'params']);
  const { tenantId } = useAccount();
  const dictionary = useDictionary(thing.info_model_id);
  const [page, setPage] = useState({ page: 1, size: 10 });
  const rows = useQuery(ledger(tenantId, thing.devid, page.page, page.size));
  const columns = useMemo<Column<Command>[]>(
    () => [
      {
        id: 'created',
        header: t('ledger.time'),
        width: 150,
        cell: (row) => <RelativeTime time={row.created_at} zone={thing.time_zone} />,
      },
      { id: 'cmd', header: t('ledger.command'), width: 170, cell: (row) => nameOf(row.cmd, t) },
      {
        id: 'what',
        header: t('ledger.what'),
        minWidth: 220,
        grow: 3,
        cell: (row) => {
          const text = paramsText(row, dictionary, t);
          return (
            <span className={styles.what} title={text}>
              {text}
            </span>
          );
        },
      },
      {
        id: 'state',
        header: t('ledger.state'),
        width: 140,
        cell: (row) => (
          <StatusBadge tone={row.reply?.ok === false ? 'danger' : tones[row.state]} variant="plain">
            {wordOf(row, t)}
          </StatusBadge>
        ),
      },
      {
        id: 'answer',
        header: t('ledger.answer'),
        minWidth: 180,
        grow: 2,
        hideBelow: 860,
        cell: (row) => (
          <span className={styles.muted} title={answerText(row, dictionary, t)}>
            {answerText(row, dictionary, t)}
          </span>
        ),
      },
      { id: 'by', header: t('ledger.by'), width: 150, hideBelow: 1000, value: (row) => row.requested_by },
    ],
    [t, dictionary, thing.time_zone],
  );
  return (
    <Card title={t('ledger.title')} description={t('ledger.hint')} padding="flush">
      <DataTable<Command>
        label={t('ledger.title')}
        columns={columns}
        // Without the dictionary, parameters would have keys for names.
        rows={dictionary.ready ? (rows.data?.list ?? []) : []}
        keyOf={(row) => row.id}
        card={(row) => <LedgerCard row={row} dictionary={dictionary} zone={thing.time_zone} />}
        cardHeight={95}
        {...queryProps(rows)}
        loading={rows.isPending || !dictionary.ready}
        error={rows.error ?? dictionary.error}
        onRetry={() => {
          if (rows.error) void rows.refetch();
          if (dictionary.error) dictionary.refetch();
        }}
        empty={<EmptyState compact title={t('ledger.none')} text={t('ledger.noneText')} />}
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

/** A command on a phone. */
function LedgerCard({ row, dictionary, zone }: { row: Command; dictionary: Dictionary; zone: string }) {
  const { t } = useTranslation(['things', 'params']);
  return (
    <div className={styles.card}>
      <strong>{nameOf(row.cmd, t)}</strong>
      <StatusBadge tone={row.reply?.ok === false ? 'danger' : tones[row.state]}>{wordOf(row, t)}</StatusBadge>
      <span className={styles.cardText}>{paramsText(row, dictionary, t)}</span>
      <span className={styles.cardText}>{answerText(row, dictionary, t)}</span>
      <span className={styles.cardText}>
        <RelativeTime time={row.created_at} zone={zone} />
        {row.requested_by && ` · ${row.requested_by}`}
      </span>
    </div>
  );
}

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** State of a command, with the texts of Parameter Setting; an answered command may have been refused. */
function wordOf({ state, reply }: Command, t: Translate): string {
  if (state === 'answered') return t(reply?.ok === false ? 'ledger.refused' : 'ledger.done');
  return t(state === 'queued' ? 'params:state.waiting' : `params:state.${state}`);
}

function nameOf(cmd: string, t: Translate): string {
  return t(`ledger.names.${cmd}`, { defaultValue: cmd });
}

/** 'SOC reserve 20 %, Work mode Self-use' */
function paramsText(row: Command, dictionary: Dictionary, t: Translate): string {
  const keys = row.params.keys;
  if (Array.isArray(keys)) return keys.map((key) => dictionary.settingLabel(String(key))).join(', ');
  if (keys && typeof keys === 'object')
    return Object.entries(keys as Record<string, unknown>)
      .map(([key, value]) => `${dictionary.settingLabel(key)} ${dictionary.settingValue(key, Number(value))}`)
      .join(', ');
  if (typeof row.params.P_no === 'number') return t('packs.title', { no: row.params.P_no });
  if (typeof row.params.target === 'string') return t(`actions.targets.${row.params.target}`);
  return '';
}

function answerText(row: Command, dictionary: Dictionary, t: Translate): string {
  if (row.state === 'cancelled') return row.error ? t(`params:reason.${row.error}`) : '';
  if (row.error) return row.error;
  if (!row.reply) return '';
  const values = Object.entries(row.reply.values);
  if (values.length === 0) return t(row.reply.ok ? 'commands.answered' : 'params:reason.refused');
  return values
    .slice(0, 6)
    .map(([key, value]) =>
      typeof value === 'number'
        ? `${dictionary.settingLabel(key) === key ? dictionary.label(key) : dictionary.settingLabel(key)} ${dictionary.settingValue(key, value)}`
        : `${key} ${String(value)}`,
    )
    .join(', ');
}
