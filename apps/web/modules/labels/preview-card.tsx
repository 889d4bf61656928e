import { Button, Group } from '@mantine/core';
import { IconBarcode, IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, EmptyState } from '../../ui/index.ts';
import { useWidth } from '../../ui/use-width.ts';
import { fitsSheet } from './geometry.ts';
import styles from './labels.module.css';
import type { LabelSettings } from './labels-state.ts';
import { paperOf, SheetDrawing, sheetsOf } from './sheets.tsx';
import type { Labels } from './use-labels.ts';

const PX_OF_MM = 96 / 25.4;

/** The sheets at their real size, or scaled to fit, one at a time, and the print button. */
export function PreviewCard({ labels, settings }: { labels: Labels; settings: LabelSettings }) {
  const { t } = useTranslation('labels');
  const [selected, setSelected] = useState(0);
  const { ready, tooSmall, drawing } = labels;
  const sheets = sheetsOf(ready, settings);
  const shown = Math.min(selected, Math.max(0, sheets.length - 1));
  const fits = settings.paper === 'roll' || fitsSheet(settings.sheet, settings);
  return (
    <Card
      title={t('preview.title')}
      description={
        sheets.length > 0
          ? t(`preview.${settings.paper}`, { labels: ready.length, count: sheets.length })
          : undefined
      }
      tools={
        <Button
          leftSection={<IconPrinter size={16} stroke={1.8} />}
          disabled={ready.length === 0 || !fits}
          onClick={() => window.print()}
        >
          {t('preview.print')}
        </Button>
      }
    >
      {tooSmall ? (
        <p role="alert" className={styles.wrong}>
          {t(`preview.tooSmall.${tooSmall.tooSmall}`, { least: tooSmall.least.toFixed(1) })}
          {settings.symbology === 'code128' && ` ${t('preview.tryMatrix')}`}
        </p>
      ) : sheets.length === 0 ? (
        <EmptyState
          icon={<IconBarcode size={26} stroke={1.5} />}
          title={t(drawing ? 'preview.drawing' : 'preview.none')}
          text={t('preview.noneText')}
        />
      ) : (
        <>
          <FittedSheet places={sheets[shown] ?? []} settings={settings} />
          {sheets.length > 1 && (
            <Group justify="center" gap="sm" className={styles.pager}>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('preview.before')}
                disabled={shown === 0}
                onClick={() => setSelected(shown - 1)}
              >
                <IconChevronLeft size={16} />
              </Button>
              <span aria-live="polite">{t('preview.page', { page: shown + 1, pages: sheets.length })}</span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('preview.after')}
                disabled={shown === sheets.length - 1}
                onClick={() => setSelected(shown + 1)}
              >
                <IconChevronRight size={16} />
              </Button>
            </Group>
          )}
          <p className={styles.note}>{t('preview.scale')}</p>
        </>
      )}
    </Card>
  );
}

/** A sheet scaled to fit its container. The container always exists, as its width is measured when it appears. */
function FittedSheet(sheet: ComponentProps<typeof SheetDrawing>) {
  const { t } = useTranslation('labels');
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const zoom = width === 0 ? 1 : Math.min(1, width / (paperOf(sheet.settings).width * PX_OF_MM));
  return (
    <>
      <section className={styles.preview} aria-label={t('preview.title')}>
        <div ref={container}>
          <div style={{ zoom }}>
            <SheetDrawing {...sheet} />
          </div>
        </div>
      </section>
      {zoom < 1 && <p className={styles.note}>{t('preview.zoom', { percent: Math.round(zoom * 100) })}</p>}
    </>
  );
}
