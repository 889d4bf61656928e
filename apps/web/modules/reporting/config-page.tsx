import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReportingConfig, stepReportingConfigs } from '@voltloop/contract/calls/reporting.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { isRefused } from '../../api/errors.ts';
import { useRight } from '../../context/rights.ts';
import {
  Card,
  ConfirmDialog,
  EmptyState,
  NO_VALUE,
  NoPermission,
  PageHeader,
  StatusBadge,
  type Tone,
  useFormat,
} from '../../ui/index.ts';
import { lookProps, queryProps } from '../../ui/list/table-props.ts';
import { TwoLines } from '../../ui/list/two-lines.tsx';
import { useTableView } from '../../ui/list/use-table-view.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { useListLanguage } from './badges.tsx';
import { ConfigDialog } from './config-dialog.tsx';
import { allConfigs, REPORTS } from './queries.ts';
import styles from './reporting.module.css';
import { RulesCard } from './rules-card.tsx';

const NO_ROWS: readonly ReportingConfig[] = [];
const tones: Readonly<Record<number, Tone>> = { 1: 'info', 2: 'ok', 3: 'neutral' };

/** The connection to the platform and the deadlines, by type and reporting enterprise. */
export default function ConfigPage() {
  const { t } = useTranslation('reporting');
  const found = useQuery(allConfigs);
  const mayChange = useRight(rights.reporting.configure);
  const [editing, setEditing] = useState<ReportingConfig | 'new' | null>(null);
  const [confirming, setConfirming] = useState<{ config: ReportingConfig; step: 'activate' | 'void' } | null>(
    null,
  );
  const actions = (config: ReportingConfig, active: boolean) =>
    mayChange && (
      <Actions
        config={config}
        active={active}
        onEdit={() => setEditing(config)}
        onStep={(step) => setConfirming({ config, step })}
      />
    );
  const columns = useColumns(actions);
  const table = useTableView<ReportingConfig>('reportingConfig', columns);
  if (isRefused(found.error)) return <NoPermission />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t('config.title')}
        description={t('config.description')}
        tools={mayChange && <Button onClick={() => setEditing('new')}>{t('config.new')}</Button>}
      />
      <Card padding="flush">
        <DataTable<ReportingConfig>
          label={t('config.title')}
          columns={columns}
          {...lookProps(table)}
          rows={found.data ?? NO_ROWS}
          keyOf={({ id }) => id}
          {...queryProps(found)}
          rowHeight={56}
          card={(config, { active }) => (
            <div className={styles.card}>
              <What config={config} />
              <Status config={config} />
              {actions(config, active)}
            </div>
          )}
          cardHeight={132}
          empty={<EmptyState title={t('config.none')} text={t('config.noneText')} />}
        />
      </Card>
      <RulesCard />
      {editing && (
        <ConfigDialog config={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {confirming && <StepDialog {...confirming} onClose={() => setConfirming(null)} />}
    </div>
  );
}

function What({ config: { type, enterprise } }: { config: ReportingConfig }) {
  const of = useListLanguage();
  return <TwoLines main={optionLabel('reportedType', type, of)} sub={enterprise} />;
}

function Status({ config: { status } }: { config: ReportingConfig }) {
  const of = useListLanguage();
  return (
    <StatusBadge tone={tones[status] ?? 'neutral'}>
      {optionLabel('reportedConfigStatus', status, of)}
    </StatusBadge>
  );
}

interface ActionsProps {
  config: ReportingConfig;
  /** Whether Tab reaches its buttons. */
  active: boolean;
  onEdit: () => void;
  onStep: (step: 'activate' | 'void') => void;
}

function Actions({ config: { status, type }, active, onEdit, onStep }: ActionsProps) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const what = optionLabel('reportedType', type, of);
  const shared = { size: 'compact-sm', variant: 'default', tabIndex: active ? 0 : -1 } as const;
  return (
    <Group gap="xs" wrap="nowrap">
      {status === 1 && (
        <>
          <Button {...shared} aria-label={t('config.editOf', { what })} onClick={onEdit}>
            {t('config.edit')}
          </Button>
          <Button
            {...shared}
            aria-label={t('config.activateOf', { what })}
            onClick={() => onStep('activate')}
          >
            {t('config.activate')}
          </Button>
        </>
      )}
      {status !== 3 && (
        <Button {...shared} aria-label={t('config.voidOf', { what })} onClick={() => onStep('void')}>
          {t('config.void')}
        </Button>
      )}
    </Group>
  );
}

interface StepDialogProps {
  config: ReportingConfig;
  step: 'activate' | 'void';
  onClose: () => void;
}

function StepDialog({ config, step, onClose }: StepDialogProps) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const client = useQueryClient();
  const what = optionLabel('reportedType', config.type, of);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      danger={step === 'void'}
      title={t(`config.${step}Of`, { what })}
      confirmLabel={t(`config.${step}`)}
      onConfirm={async () => {
        try {
          await call(stepReportingConfigs, { body: { ids: [config.id], step } });
        } finally {
          void client.invalidateQueries({ queryKey: REPORTS });
        }
      }}
    >
      {t(`config.${step}Text`, { enterprise: config.enterprise })}
    </ConfirmDialog>
  );
}

function useColumns(
  actions: (config: ReportingConfig, active: boolean) => ReactNode,
): Column<ReportingConfig>[] {
  const { t } = useTranslation('reporting');
  const { number, date } = useFormat();
  return [
    {
      id: 'what',
      header: t('column.type'),
      minWidth: 270,
      grow: 3,
      essential: true,
      cell: (config) => <What config={config} />,
    },
    { id: 'status', header: t('column.state'), width: 120, cell: (config) => <Status config={config} /> },
    {
      id: 'way',
      header: t('config.channel'),
      minWidth: 200,
      grow: 2,
      cell: ({ channel, endpoint }) => <TwoLines main={t(`channel.${channel}`)} sub={endpoint} />,
    },
    {
      id: 'code',
      header: t('config.platformCode'),
      width: 150,
      hideBelow: 900,
      cell: ({ platformCode, keyId }) => <TwoLines main={platformCode} sub={keyId} />,
    },
    {
      id: 'waiting',
      header: t('config.waiting'),
      width: 170,
      hideBelow: 1000,
      cell: ({ waiting, failures, openUntil }) => (
        <TwoLines
          main={number(waiting)}
          sub={
            openUntil !== null
              ? t('config.pausedUntil', { time: date(openUntil, 'dateTime') })
              : failures > 0 && t('config.failures', { count: failures })
          }
        />
      ),
    },
    {
      id: 'updated',
      header: t('config.updated'),
      width: 150,
      optional: true,
      value: ({ updateTime }) => updateTime,
      cell: ({ updateTime }) => date(updateTime, 'dateTime') || NO_VALUE,
    },
    {
      id: 'actions',
      header: t('config.actions'),
      width: 220,
      chrome: true,
      cell: (config, { active }) => actions(config, active),
    },
  ];
}
