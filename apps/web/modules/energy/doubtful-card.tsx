import { Button, Group, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { decideReadings, restoreReadings } from '@voltloop/contract/calls/telemetry.ts';
import { roleOf } from '@voltloop/device-models/roles.ts';
import type { TimeRange } from '@voltloop/domain/clock/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { failureOf } from '../../api/query-failure.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, ConfirmDialog, ErrorState, useFormat } from '../../ui/index.ts';
import { type Dictionary, useMinute } from '../telemetry/index.ts';
import styles from './doubtful-card.module.css';
import { type DoubtfulReadings, type Run, runsOf } from './doubtful-runs.ts';
import { doubtful, doubtfulChanged } from './queries.ts';

const DAYS = 31;
/** End users may read, but not decide. */
const LAST_DECIDING_ROLE = 4;
const MAX_ROWS = 20;

type Verdict = DoubtfulReadings['verdicts'][number];
type Asked = { verdict: 'exclude' | 'confirm'; run: Run } | { verdict: 'restore'; of: Verdict };

interface RecentDoubtfulProps {
  devid: string;
  dictionary: Dictionary;
  zone: string;
  /** The period that the page shows. */
  shown: TimeRange;
}

/** The doubtful readings of a past period; of the last month, and all of the period, while it is running. */
export function RecentDoubtful({ devid, dictionary, zone, shown }: RecentDoubtfulProps) {
  const hour = Math.ceil(useMinute() / 3_600_000) * 3_600_000;
  const recent = { begin_ms: Math.min(hour - DAYS * 86_400_000, shown.begin_ms), end_ms: hour };
  return (
    <DoubtfulCard
      devid={devid}
      dictionary={dictionary}
      zone={zone}
      range={shown.end_ms < hour ? shown : recent}
    />
  );
}

interface DoubtfulCardProps {
  devid: string;
  dictionary: Dictionary;
  zone: string;
  range: Pick<TimeRange, 'begin_ms' | 'end_ms'>;
}

/** Readings of a time that were not accepted at once, and what people decided; nothing without any. */
export function DoubtfulCard({ devid, dictionary, zone, range: { begin_ms, end_ms } }: DoubtfulCardProps) {
  const { t } = useTranslation('energy');
  const counterName = useCounterName(dictionary);
  const { tenantId, roleId } = useAccount();
  const { date, number } = useFormat();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(doubtful(tenantId, devid, begin_ms, end_ms));
  const failure = failureOf(query);
  const { data } = query;
  if (!failure && (!data || (data.total === 0 && data.verdicts.length === 0))) return null;
  const runs = runsOf(data?.list ?? []);
  const decides = roleId <= LAST_DECIDING_ROLE;
  const at = (time: number) => date(time, 'dateTime', zone);
  const span = (from: number, to: number) => (from === to ? at(from) : `${at(from)} – ${at(to)}`);
  return (
    <div id="doubtful-readings" className={styles.target}>
      <Card
        title={t('doubtful.title')}
        description={t('doubtful.hint', {
          from: date(begin_ms, 'date', zone),
          to: date(end_ms - 1, 'date', zone),
        })}
      >
        {failure ? (
          <ErrorState compact error={failure} onRetry={() => void query.refetch()} />
        ) : (
          <ul className={styles.rows}>
            {runs.slice(0, MAX_ROWS).map((run) => (
              <li key={`${run.point} ${run.from}`} className={styles.row}>
                <div className={styles.text}>
                  <span>
                    <strong>{counterName(run.point)}</strong> {t(`doubtful.state.${run.state}`)}
                  </span>
                  <span className={styles.muted}>
                    {t(`doubtful.reading.${run.reason}`, {
                      value: `${number(run.value, 0)} ${dictionary.unit(run.point)}`,
                      level: `${number(run.level, 0)} ${dictionary.unit(run.point)}`,
                      count: run.count,
                    })}{' '}
                    · {span(run.from, run.to)}
                  </span>
                </div>
                {decides && run.state !== 'excluded' && run.state !== 'confirmed' && (
                  <Group gap="xs">
                    <Button size="xs" variant="default" onClick={() => setAsked({ verdict: 'exclude', run })}>
                      {t('doubtful.exclude')}
                    </Button>
                    <Button size="xs" variant="default" onClick={() => setAsked({ verdict: 'confirm', run })}>
                      {t('doubtful.confirm')}
                    </Button>
                  </Group>
                )}
              </li>
            ))}
            {runs.length > MAX_ROWS && (
              <li className={styles.muted}>{t('doubtful.more', { count: runs.length - MAX_ROWS })}</li>
            )}
            {data?.verdicts.map((verdict) => (
              <li key={verdict.id} className={styles.row}>
                <div className={styles.text}>
                  <span>
                    <strong>{counterName(verdict.point)}</strong>{' '}
                    {t(`doubtful.verdict.${verdict.verdict}`, { name: verdict.by, time: at(verdict.at) })}
                  </span>
                  <span className={styles.muted}>
                    {verdict.reason} · {span(verdict.from, verdict.to)}
                  </span>
                </div>
                {decides && (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => setAsked({ verdict: 'restore', of: verdict })}
                  >
                    {t('doubtful.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {asked && (
          <DecideDialog
            asked={asked}
            devid={devid}
            dictionary={dictionary}
            span={span}
            onClose={() => setAsked(null)}
          />
        )}
      </Card>
    </div>
  );
}

/** Names of counters: those of the charts where the counter has a role. */
function useCounterName(dictionary: Dictionary) {
  const { t } = useTranslation('energy');
  return (point: string) =>
    t(`doubtful.counter.${roleOf(point) ?? 'other'}`, { defaultValue: dictionary.label(point) });
}

interface DecideDialogProps {
  asked: Asked;
  devid: string;
  dictionary: Dictionary;
  span(from: number, to: number): string;
  onClose: () => void;
}

function DecideDialog({ asked, devid, dictionary, span, onClose }: DecideDialogProps) {
  const { t } = useTranslation('energy');
  const counterName = useCounterName(dictionary);
  const { tenantId } = useAccount();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const params = { tenantId, thingsId: devid };
  const save = async () => {
    if (asked.verdict === 'restore')
      await call(restoreReadings, { params: { ...params, verdictId: asked.of.id } });
    else {
      const { point, from, to } = asked.run;
      // Up to and including the last reading.
      const body = { point, from, to: to + 1, verdict: asked.verdict, reason: reason.trim() };
      await call(decideReadings, { params, body });
    }
    await doubtfulChanged(client);
  };
  const { point, from, to } = asked.verdict === 'restore' ? asked.of : asked.run;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t(`doubtful.ask.${asked.verdict}`)}
      confirmLabel={t(`doubtful.${asked.verdict}`)}
      disabled={asked.verdict !== 'restore' && reason.trim() === ''}
      onConfirm={save}
    >
      <p>
        {counterName(point)} · {span(from, to)}
      </p>
      <p>{t(`doubtful.effect.${asked.verdict}`)}</p>
      {asked.verdict !== 'restore' && (
        <Textarea
          label={t('doubtful.reason')}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
