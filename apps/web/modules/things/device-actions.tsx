import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { roleValue } from '@voltloop/device-models/roles.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog } from '../../ui/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import { CommandAnswer } from './command-answer.tsx';
import styles from './commands-tab.module.css';
import { packsOf } from './packs.ts';
import { lastData } from './queries.ts';
import { useSendCommand } from './use-send-command.ts';

const targets = ['soft', 'bms', 'factory'] as const;

/** Report, report of one pack, and reset, which requires typing the device's id. */
export function DeviceActions({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const report = useSendCommand(tenantId, thing.devid);
  const reportPack = useSendCommand(tenantId, thing.devid);
  const reset = useSendCommand(tenantId, thing.devid);
  const last = useQuery(lastData(thing.devid)).data;
  const installed = (last && roleValue(last.fields, 'pack_count')?.value) ?? 0;
  const packs = last ? packsOf(last).map((pack) => pack.no) : [];
  const numbers = packs.length ? packs : Array.from({ length: installed || 1 }, (_, i) => i + 1);
  const { hasPacks } = useDictionary(thing.info_model_id);
  const [pack, setPack] = useState(1);
  const [target, setTarget] = useState<(typeof targets)[number]>('soft');
  const [asking, setAsking] = useState(false);

  return (
    <Card title={t('actions.title')}>
      <div className={styles.actions}>
        <div className={styles.action}>
          <h3>{t('actions.report')}</h3>
          <p>{t('actions.reportText')}</p>
          <div className={styles.row}>
            <Button
              variant="default"
              loading={report.isPending}
              onClick={() => void report.run({ cmd: 'report', params: {} })}
            >
              {t('actions.reportDo')}
            </Button>
          </div>
          <CommandAnswer send={report} />
        </div>
        {hasPacks && (
          <div className={styles.action}>
            <h3>{t('actions.pack')}</h3>
            <p>{t('actions.packText')}</p>
            <div className={styles.row}>
              <NativeSelect
                aria-label={t('history.pack')}
                value={String(pack)}
                onChange={(event) => setPack(Number(event.currentTarget.value))}
                data={numbers.map((no) => ({ value: String(no), label: t('packs.title', { no }) }))}
              />
              <Button
                variant="default"
                loading={reportPack.isPending}
                onClick={() => void reportPack.run({ cmd: 'report_pack', params: { P_no: pack } })}
              >
                {t('actions.packDo')}
              </Button>
            </div>
            <CommandAnswer send={reportPack} />
          </div>
        )}
        <div className={styles.action}>
          <h3>{t('actions.reset')}</h3>
          <p>{t('actions.resetText')}</p>
          <div className={styles.row}>
            <NativeSelect
              aria-label={t('actions.target')}
              value={target}
              onChange={(event) => setTarget(event.currentTarget.value as (typeof targets)[number])}
              data={targets.map((each) => ({ value: each, label: t(`actions.targets.${each}`) }))}
            />
            <Button
              variant="default"
              className={styles.danger}
              loading={reset.isPending}
              onClick={() => setAsking(true)}
            >
              {t('actions.resetDo')}
            </Button>
          </div>
          <CommandAnswer send={reset} />
        </div>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('actions.confirmTitle', { name: thing.devname || thing.devid })}
        confirmLabel={t('actions.resetDo')}
        danger
        typed={thing.devid}
        onConfirm={() => void reset.run({ cmd: 'reset', params: { target } })}
      >
        {t(`actions.confirm.${target}`)}
      </ConfirmDialog>
    </Card>
  );
}
