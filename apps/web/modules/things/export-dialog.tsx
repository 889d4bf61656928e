import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconCalendarRepeat, IconDownload } from '@tabler/icons-react';
import type { Thing } from '@voltloop/contract';
import { exportHistory, MAX_EXPORT_DAYS } from '@voltloop/contract/calls/telemetry.ts';
import type { TimeRange } from '@voltloop/domain/clock/zone-time.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { exportOfDevice } from '../../ui/devices/export-url.ts';
import { DownloadProgress } from '../../ui/download/download-progress.tsx';
import type { StreamDownload } from '../../ui/download/use-stream-download.ts';
import { Dialog, RangePicker, useFormat } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type Figure, figures, PointPicker } from '../energy/index.ts';
import { useDictionary } from '../telemetry/index.ts';
import styles from './export-dialog.module.css';

const cuts = ['raw', '5m', '15m', '1h', '1d', '1M'] as const;
type ExportCut = (typeof cuts)[number];
const formats = ['csv', 'xlsx'] as const;

const DAY_MS = 86_400_000;
/** A longer range of raw reports may be hundreds of megabytes: it is streamed to disk. */
const LARGE_DAYS = 14;

interface ExportDialogProps {
  thing: Thing;
  opened: boolean;
  onClose: () => void;
  /** The initial time range. */
  range: TimeRange;
  /** Owned by the caller: a download continues when the dialog is closed. */
  download: StreamDownload;
}

/** Exports up to a year and a bit of one device: points, interval and format; with progress and a way to cancel. */
export default function ExportDialog({ thing, opened, onClose, range: first, download }: ExportDialogProps) {
  const { t } = useTranslation('compare');
  const { language } = useFormat();
  const { tenantId } = useAccount();
  const dictionary = useDictionary(thing.info_model_id);
  const [range, setRange] = useState(first);
  const [points, setPoints] = useState<readonly string[]>([]);
  const [cut, setCut] = useState<ExportCut>('raw');
  const [figure, setFigure] = useState<Figure>('avg');
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const days = (range.end_ms - range.begin_ms) / DAY_MS;
  const tooLong = days > MAX_EXPORT_DAYS;
  const running = download.bytes !== null;

  const start = async () => {
    const saved = await download.start(
      exportHistory,
      {
        params: { tenantId, thingsId: thing.devid },
        query: {
          format,
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          data_points: points.length > 0 ? points.join(',') : null,
          language: languageOf(language),
          agg_interval: cut,
          agg_type: figure,
        },
      },
      { fallbackName: `${thing.devid}.${format}`, large: cut === 'raw' && days > LARGE_DAYS },
    );
    if (saved) toast.success({ ns: 'compare', key: 'export.done' });
  };

  return (
    <Dialog
      guarded={false}
      opened={opened}
      onClose={onClose}
      title={t('export.title', { name: thing.devname || thing.devid })}
      size="lg"
    >
      <div className={styles.form}>
        <div>
          <RangePicker value={range} onChange={setRange} zone={thing.time_zone} />
          <p className={styles.hint} data-wrong={tooLong || undefined} role={tooLong ? 'alert' : undefined}>
            {tooLong
              ? t('export.tooLong', { days: MAX_EXPORT_DAYS })
              : t('export.zone', { zone: thing.time_zone })}
          </p>
        </div>
        <PointPicker
          dictionary={dictionary}
          cells
          label={t('export.points')}
          description={t('export.pointsHint')}
          placeholder={t('export.pointsAll')}
          value={points}
          onChange={setPoints}
        />
        <div className={styles.row}>
          <NativeSelect
            label={t('export.cut')}
            value={cut}
            onChange={(event) => setCut(event.currentTarget.value as ExportCut)}
            data={cuts.map((each) => ({ value: each, label: t(`export.cuts.${each}`) }))}
          />
          {cut !== 'raw' && (
            <NativeSelect
              label={t('export.figure')}
              description={t('export.discrete')}
              value={figure}
              onChange={(event) => setFigure(event.currentTarget.value as Figure)}
              data={figures.map((each) => ({ value: each, label: t(`figures.${each}`) }))}
            />
          )}
          <div>
            <span className={styles.label}>{t('export.format')}</span>
            <SegmentedControl
              aria-label={t('export.format')}
              value={format}
              onChange={(next) => setFormat(next as (typeof formats)[number])}
              data={formats.map((each) => ({ value: each, label: t(`export.${each}`) }))}
            />
          </div>
        </div>
        <p className={styles.hint}>{t('export.hint')}</p>
        <div className={styles.actions}>
          <DownloadProgress download={download} />
          <Button
            component={Link}
            to={exportOfDevice(thing.devid)}
            variant="default"
            leftSection={<IconCalendarRepeat size={16} aria-hidden="true" />}
          >
            {t('export.schedule')}
          </Button>
          <Button
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            disabled={running || tooLong}
            onClick={() => void start()}
          >
            {t('export.start')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
