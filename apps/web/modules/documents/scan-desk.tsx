import { Button, Modal, Switch } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../ui/focus/focus-back.ts';
import { formatDecimal, NO_VALUE, useFormat } from '../../ui/index.ts';
import { isUnweighed } from '../../ui/text/by-mass.ts';
import { Intake, type IntakeProps } from './intake.tsx';
import { saveIntake, storedIntake } from './intake-kept.ts';
import styles from './scan-desk.module.css';
import { ScanField } from './scan-field.tsx';
import { ofTicket, type Totals } from './totals.ts';
import type { Scans } from './use-scans.ts';
import { countVerdicts, type Verdicts } from './verdicts.ts';

interface ScanDeskProps {
  title: string;
  scans: Scans;
  verdicts: Verdicts;
  /** Of the lines that are not refused. */
  totals: Totals;
  /** The document with the masses of its weigh ticket. */
  ticket: Readonly<Record<string, unknown>>;
  saving: boolean;
  /** Why the last save failed. */
  failure: ReactNode;
  /** Where a document registers batteries: they may be taken in one by one. */
  intake?: Omit<IntakeProps, 'scans'> | undefined | false;
  onClose: () => void;
  /** The lines. */
  children: ReactNode;
}

/** The full-screen scan desk: the result of the last scan is legible from the pallet, with running totals. */
export default function ScanDesk({
  title,
  scans,
  verdicts,
  totals: { count, pieces, kg },
  ticket,
  saving,
  failure,
  intake,
  onClose,
  children,
}: ScanDeskProps) {
  const { t } = useTranslation(['documents', 'ui']);
  const { number, language } = useFormat();
  const content = useRef<HTMLDivElement>(null);
  const [oneByOne, setOneByOne] = useState(() => storedIntake().oneByOne);
  useFocusBack(true, content);
  const { last } = scans;
  const counts = countVerdicts(verdicts);
  const weighed = ofTicket(ticket, kg);
  return (
    <Modal.Root opened onClose={onClose} fullScreen returnFocus={false}>
      <Modal.Content ref={content}>
        <div className={styles.desk}>
          <div className={styles.head}>
            <Modal.Title>{t('desk.of', { title })}</Modal.Title>
            <button
              type="button"
              className={styles.close}
              aria-label={t('close', { ns: 'ui' })}
              onClick={onClose}
            >
              <IconX size={20} stroke={1.7} />
            </button>
          </div>
          <div className={styles.top}>
            <div>
              {intake && oneByOne ? <Intake {...intake} scans={scans} /> : <ScanField scans={scans} first />}
              {intake && (
                <Switch
                  mt="xs"
                  size="sm"
                  label={t('intake.mode')}
                  checked={oneByOne}
                  onChange={({ currentTarget: { checked } }) => {
                    setOneByOne(checked);
                    saveIntake({ oneByOne: checked });
                  }}
                />
              )}
            </div>
            <dl className={styles.totals}>
              <Figure label={t('summary.pieces')} value={number(pieces)} />
              <Figure
                label={t('desk.kg')}
                value={isUnweighed(pieces, kg) ? NO_VALUE : formatDecimal(kg, 0, language)}
              />
              {weighed && (
                <>
                  <Figure label={t('desk.net')} value={formatDecimal(weighed.netKg, 0, language)} />
                  <Figure label={t('desk.left')} value={formatDecimal(weighed.leftKg, 0, language)} />
                </>
              )}
              <Figure label={t('desk.lines')} value={number(count)} />
              <Figure label={t('desk.good')} value={number(counts.good)} tone="good" />
              <Figure label={t('desk.doubtful')} value={number(counts.doubtful)} tone="doubtful" />
              <Figure label={t('desk.refused')} value={number(counts.refused)} tone="refused" />
            </dl>
          </div>
          <div className={styles.last} data-tone={last?.tone}>
            <p role="status" className={styles.outcome}>
              {last?.code && <span className={styles.code}>{last.code}</span>}
              <span className={styles.words}>
                {last ? last.why : t('desk.ready')}
                {saving && ` ${t('saving')}`}
              </span>
            </p>
            {scans.undo && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconArrowBackUp size={16} stroke={1.8} />}
                onClick={() => {
                  scans.undo?.();
                  scans.input.current?.focus();
                }}
              >
                {t('desk.undo')}
              </Button>
            )}
          </div>
          {failure}
          <div className={styles.lines}>{children}</div>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

function Figure({ label, value, tone }: { label: string; value: string; tone?: string }) {
  return (
    <div data-tone={tone} data-none={value === '0' || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
